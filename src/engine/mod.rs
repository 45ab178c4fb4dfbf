//! Database parts: state machines without a clock, a generator or a queue of their own.
//!
//! A part is asked ("may I write this page?", "what is the next request?") and answers with what
//! should happen; the scene's model owns time and luck and turns answers into events. Parts are
//! shared by scenes, so shared parts mean shared behaviour.
//!
//! | part | what it is |
//! |---|---|
//! | [`page`] | row layout (rows to pages) and the life cycle of a page |
//! | [`mod@file`] | which pages of the data file hold the table, in file order |
//! | [`dirty`] | the pages in memory: state, checkpoint mark, hardening |
//! | [`gather`] | neighbouring dirty pages into one write |
//! | [`sweep`] | the order in which a checkpoint meets buffers |
//! | [`device`] | named storage devices and their sources |
//! | [`disk`] | a queue in front of a device |
//! | [`log`] | append, flush, group commit: the WAL rule's other half |
//! | [`log_record`] | how long records are, from their parts |
//! | [`log_blocks`] | blocks with many writes under way: group commit, durable without a hole |
//! | [`vlf`], [`log_file`] | the log file: a ring of VLFs that wraps, grows and gets full |
//! | [`log_reuse`] | who holds the log, and what the server says of it |
//! | [`backups`] | the log chain: what each backup copies, frees and is refused |
//! | [`restore`] | which backups bring a database back to when, and what cannot be |
//! | [`reach`] | all states that backups give back, and how far they lead |
//! | [`contents`] | pages with rows and the log that made them, for runs that are checked |
//! | [`restart`] | recovery and restores over real pages, step by step; what they take |
//! | [`throttle`] | the default outstanding-I/O target |
//! | [`pacing`] | the duration goal of `CHECKPOINT n` |
//! | [`frame`], [`mod@pool`] | frames, page table, free list, pins, dirty pages by recovery LSN |
//! | [`replacer`] | which page leaves memory |
//! | [`redo`] | what recovery would take, and the bounds derived from it |
//! | [`recovery`] | redo and undo after a crash, over a journal |
//! | [`tree`] | the shape of a B-tree, and what a row change writes |
//! | [`sync_walk`] | the order in which a checkpoint meets the pages of a tree |
//! | [`work_queue`], [`membership`] | what is pushed, taken, pinned, and ready |
//! | [`block_file`] | addresses on disk, and which image a reader finds |
//! | [`heavy_tail`] | durations of which a few are very long |
//! | [`workload`] | sessions that read, change a row and commit |
//! | [`zipf`] | which place is asked for, some being more popular than others |

pub mod backups;
pub mod block_file;
pub mod contents;
pub mod device;
pub mod dirty;
mod dirty_list;
pub mod disk;
pub mod file;
pub mod frame;
pub mod gather;
pub mod heavy_tail;
pub mod log;
pub mod log_blocks;
pub mod log_file;
pub mod log_record;
pub mod log_reuse;
pub mod membership;
mod normal_table;
pub mod pacing;
pub mod page;
pub mod pool;
pub mod pool_summary;
mod pool_write;
pub mod reach;
pub mod recovery;
pub mod redo;
pub mod replacer;
pub mod restart;
pub mod restore;
pub mod sweep;
pub mod sync_walk;
pub mod throttle;
pub mod tree;
pub mod vlf;
pub mod work_queue;
pub mod workload;
pub mod zipf;
