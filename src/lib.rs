//! Dirty Pages: what happens between COMMIT and the disk.
//!
//! A database's write path as a deterministic simulation that runs natively and in a reader's
//! browser, bit for bit the same; the article around it is static HTML made from native runs.
//!
//! # Layers
//!
//! ```text
//! units <- kernel <- engine <- scene <- session <- web (Yew)
//!            ^         params --^  ^                 ^
//!            +-- view (plain data) + <- plot --------+      bin/dirty-pages uses all but web
//! ```
//!
//! | module | what it is | what it may not know |
//! |---|---|---|
//! | [`units`] | bytes, pages, rates, log positions | time |
//! | [`kernel`] | discrete-event simulation: time, queue, luck, traces, seek | any database word |
//! | [`engine`] | parts of a database: pages, pool, disk, log, recovery | clocks, luck, events |
//! | [`params`] | parameters, defined once: slider, link, command line, docs | what they mean |
//! | [`scene`] | one question each: parts wired to events, sides to compare | drawing, the page |
//! | [`view`] | plain data for a screen | where it came from |
//! | [`session`] | a figure's whole state, one `apply` | Yew, drawing |
//! | [`plot`] | one drawing function for SVG and canvas | scenes |
//! | `article` | story and views as static HTML (native) | scenes' insides |
//! | `web` | islands of Yew (wasm) | – |
//!
//! # Invariants
//!
//! Each is enforced by the compiler, clippy or a test (`tests/native/tidy.rs` for the layers).
//!
//! 1. The kernel names nothing of databases. The engine never reads a clock, draws a number or
//!    schedules: it is asked, and answers with what should happen.
//! 2. No floats in units, kernel, engine, params. No hash maps. No `usize` in a digest or a draw.
//! 3. Only `web` names yew, web-sys, gloo. Only `plot` and the chart widget name plotters.
//! 4. Same settings and seed: same digest, natively and in Chrome, however a run was sliced or
//!    sought.
//! 5. No dirty page is written before the log that covers it is durable (the WAL rule). A commit
//!    is acknowledged only after its flush. A checkpoint never evicts. A parent is never written
//!    before its written children, but where a scene shows what comes of it.
//! 6. After a crash at any event, redo from min LSN over the pages on disk, and undo, give exactly
//!    the committed changes. The lazy writer frees no page that was not written.
//! 7. No published result is typed into a model; what is fitted says so, and to what.
//! 8. A link that makes no sense, a browser without WebAssembly: the page still reads.
//! 9. No request to another host, no cookie, no storage; a strict content security policy.
//!
//! # Glossary
//!
//! One word a thing, the field's own. *Dirty page*: newer than its copy on disk. *Written*: a page
//! to the data file; *flushed*: the log, and only the log. *Gather write*: neighbouring dirty
//! pages in one I/O. *Owed*: dirty when the checkpoint began and not written since. *Duration
//! goal*: the n of `CHECKPOINT n`. *I/O target*: most page writes that the default throttle keeps
//! outstanding. *Hardened*: the log of a page's newest change is durable. *Variant*: one side of a
//! comparison. *Frame*: a slot of the pool that holds a page. *Recovery LSN*: the record that
//! first dirtied a page since it was clean; *min LSN*: the oldest record that recovery needs.
//! *Bound*: most dirty pages under a recovery target. *Fork*: the run that follows from a command
//! at the cursor; *ghost*: the line of what would have been. *Keyframe*: a saved state of the
//! simulation, never called a checkpoint. *Cursor*: the instant shown. *Leaf*, *internal page*:
//! rows, and addresses of children. *Reconcile*: turn a page into its disk form and write it,
//! which dirties its parent. *Driver*: the checkpoint thread. *Drain*: wait until the work queue
//! is empty; *barrier*: a drain that had something pushed before it. *Hazard pointer*: keeps a
//! page from eviction. *Effective concurrency*: workers' reconcile time divided by the driver's
//! wait. *Stale*: written, and not found from above. *Grain*: time between two events that bundle
//! steps.

#[cfg(not(target_arch = "wasm32"))]
pub mod article;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
pub mod engine;
pub mod kernel;
pub mod params;
pub mod plot;
pub mod scene;
pub mod session;
pub mod units;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;

/// Words that the static page carries and the living figure takes from there: they are left out of
/// the browser's program, where they would weigh 3 KB.
pub(crate) const fn page_words(text: &'static str) -> &'static str {
    if cfg!(target_arch = "wasm32") {
        ""
    } else {
        text
    }
}
