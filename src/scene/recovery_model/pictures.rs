//! What the reader sees at the cursor: the VLF ring, who waits for what, and where time went.

use super::model::Inserts;
use super::model::log::Log;
use super::model::machine::Machine;
use super::model::sessions::Doing;
use super::run::{Compare, LogRun};
use super::stats::{elapsed, tells_time};
use crate::engine::log_file::LogFile;
use crate::engine::log_reuse::Holder;
use crate::engine::vlf::{VLF_HEADER_BYTES, VlfStatus};
use crate::kernel::{SimTime, Span};
use crate::scene::Side;
use crate::units::Lsn;
use crate::view::{
    Act, Axis, AxisKind, Bar, BarChart, BarPart, Drawing, Lane, LaneChart, LaneSpan, Picture,
    RingChart, RingMark, RingVlf, VlfState, digits, mib, millis, plain_number,
};

/// The stretch of time that lanes show.
const WINDOW: Span = Span::from_ms(10);
/// Connections and log writes that have a lane.
const SESSIONS_SHOWN: u32 = 8;
const WRITES_SHOWN: u32 = 4;
/// What lanes can show.
static LANE_ACTS: [Act; 8] = [
    Act::Client,
    Act::Latch,
    Act::Commit,
    Act::Buffer,
    Act::Full,
    Act::Zeros,
    Act::Bulk,
    Act::Flush,
];

/// The pictures at `cursor`; of many pairs there is none.
#[must_use]
pub fn pictures(run: &LogRun, cursor: SimTime) -> Vec<Picture> {
    if run.compare == Compare::Pairs {
        return Vec::new();
    }
    let first: Vec<&Side<Inserts>> = run.done().filter(|s| s.round == 1).collect();
    let rings = first.iter().map(|side| ring(side, cursor));
    if !first
        .iter()
        .all(|side| tells_time(side.simulation.model().machine()))
    {
        return rings.collect();
    }
    let lanes = first
        .iter()
        .filter(|side| has_lanes(run.compare, side.key))
        .map(|side| lanes(side, cursor));
    let bars = std::iter::once(bars(run));
    match run.compare {
        Compare::Connections | Compare::Disks | Compare::Durability | Compare::Sectors => {
            bars.chain(lanes).chain(rings).collect()
        }
        _ => rings.chain(lanes).chain(bars).collect(),
    }
}

/// The sides whose connections are watched: two at most.
fn has_lanes(compare: Compare, key: &str) -> bool {
    match compare {
        Compare::Models => true,
        Compare::Connections => key != "more",
        Compare::Disks | Compare::Durability | Compare::Sectors => true,
        Compare::Schedule => key == "never" || key == "regular",
        Compare::Holders => key != "free",
        _ => false,
    }
}

/// Where in the file, from 0 to 1, the log of `lsn` lies; `None` if it is there no more.
fn place(file: &LogFile, lsn: Lsn) -> Option<f64> {
    let mut from = 0;
    for (index, vlf) in (0..).zip(file.vlfs()) {
        let end = if index == file.head() {
            file.end_lsn()
        } else {
            vlf.end_lsn
        };
        let is_here = vlf.status == VlfStatus::Active && vlf.first_lsn <= lsn;
        if is_here && (lsn < end || index == file.head()) {
            let inside = VLF_HEADER_BYTES + (lsn.0 - vlf.first_lsn.0);
            return Some((from + inside.min(vlf.bytes.0)) as f64 / file.size().0 as f64);
        }
        from += vlf.bytes.0;
    }
    None
}

fn vlfs(machine: &Machine) -> Vec<RingVlf> {
    let file = machine.file();
    let size = file.size().0 as f64;
    let made = machine.scenario().log_initial + machine.scenario().log_added;
    let mut from = 0;
    let all = (0..).zip(file.vlfs()).map(|(index, vlf)| {
        let start = from;
        from += vlf.bytes.0;
        RingVlf {
            from: start as f64 / size,
            to: from as f64 / size,
            state: match vlf.status {
                _ if index == file.head() => VlfState::Head,
                VlfStatus::Active => VlfState::Active,
                VlfStatus::Reusable => VlfState::Reusable,
                VlfStatus::Unused => VlfState::Unused,
            },
            is_grown_late: start >= made.0,
        }
    });
    all.collect()
}

fn holder_name(holder: Holder) -> &'static str {
    match holder {
        Holder::DataBackup => "running backup",
        Holder::Transaction => "oldest transaction",
        Holder::Replica => "log reader",
        Holder::LogBackup => "log backup",
        Holder::OldestPage => "oldest page",
        Holder::Checkpoint => "checkpoint",
    }
}

/// The log file as a ring.
fn ring(side: &Side<Inserts>, cursor: SimTime) -> Picture {
    let machine = LogRun::machine_at(side, cursor);
    let file = machine.file();
    let holders = machine.holders();
    let needed = Holder::ALL.into_iter().filter_map(|holder| {
        let lsn = holders.of(holder)?;
        Some((holder, place(file, lsn)?))
    });
    let marks: Vec<RingMark> = needed
        .map(|(holder, at)| RingMark {
            at,
            label: holder_name(holder).to_string(),
        })
        .collect();
    let used = file.used().0 as f64 / file.size().0 as f64;
    let wait = machine.reuse().wait().desc();
    let whole = |bytes: u64| plain_number(mib(bytes), 0);
    let names: Vec<&str> = marks.iter().map(|m| m.label.as_str()).collect();
    let text = format!(
        "{}: {} VLFs, {} of them active; {} of {} MiB in use or reserved; log_reuse_wait_desc \
         {wait}; kept for: {}",
        side.label,
        file.vlf_count(),
        file.active_count(),
        whole(file.used().0),
        whole(file.size().0),
        if names.is_empty() {
            "nobody".to_string()
        } else {
            names.join(", ")
        }
    );
    Picture {
        id: format!("ring-{}", side.key),
        title: format!("{}: the log file", side.label),
        style: Some(side.style),
        text,
        veiled: side.veiled,
        drawing: Drawing::Ring(RingChart {
            vlfs: vlfs(&machine),
            head: place(file, file.end_lsn()).unwrap_or(0.0),
            tail: place(file, file.tail_lsn()).unwrap_or(0.0),
            marks,
            center: vec![
                format!("{} % used", digits(100.0 * used, 2)),
                format!("{} of {} MiB", whole(file.used().0), whole(file.size().0)),
                wait.to_string(),
            ],
        }),
    }
}

fn ms(at: SimTime) -> f64 {
    at.as_ns() as f64 / 1e6
}

/// From when until when lanes show, around the cursor.
fn window(end: SimTime, cursor: SimTime) -> (SimTime, SimTime) {
    if end - SimTime::ZERO <= WINDOW {
        return (SimTime::ZERO, end);
    }
    let latest = SimTime::ZERO + (end - SimTime::ZERO).saturating_sub(WINDOW);
    let from = SimTime::ZERO + cursor.saturating_since(SimTime::ZERO + WINDOW.scaled(1, 2));
    let from = from.min(latest);
    (from, from + WINDOW)
}

fn act(doing: Doing) -> Option<Act> {
    match doing {
        Doing::Client => Some(Act::Client),
        Doing::Insert => Some(Act::Latch),
        Doing::Buffer => Some(Act::Buffer),
        Doing::Zeros => Some(Act::Zeros),
        Doing::Force => Some(Act::Bulk),
        Doing::Commit => Some(Act::Commit),
        Doing::Full => Some(Act::Full),
        Doing::Done => None,
    }
}

/// Connections, and beneath them the log writes that answer them.
fn lanes(side: &Side<Inserts>, cursor: SimTime) -> Picture {
    // After the load nobody waits, and near its end few do: then a stretch is shown in which all
    // are at work.
    let last = side.simulation.model().machine();
    let end = match last.totals().load_done_at {
        Some(done) => SimTime::ZERO + (done - SimTime::ZERO).scaled(7, 8),
        None => last.now(),
    };
    let (from, to) = window(end, cursor.min(end));
    let mut machine = side.simulation.seek(from).model().machine().clone();
    machine.run_to(from);
    machine.watch();
    machine.run_to(to);
    let log = machine.unwatch();
    let sessions = machine.scenario().sessions.min(SESSIONS_SHOWN);
    let mut lanes: Vec<Lane> = (0..sessions)
        .map(|session| Lane {
            label: format!("conn. {}", session + 1),
            spans: session_spans(&log, session, (from, to)),
        })
        .collect();
    lanes.extend((0..WRITES_SHOWN).map(|slot| Lane {
        label: format!("write {}", slot + 1),
        spans: write_spans(&log, slot, (from, to)),
    }));
    let now = LogRun::machine_at(side, cursor);
    let text = format!(
        "{}: {} of {} connections wait for their commit, {} log writes are under way",
        side.label,
        now.waiting(),
        now.scenario().sessions,
        now.blocks().writes()
    );
    Picture {
        id: format!("lanes-{}", side.key),
        title: format!("{}: connections and log writes", side.label),
        style: Some(side.style),
        text,
        veiled: side.veiled,
        drawing: Drawing::Lanes(LaneChart {
            x: Axis {
                label: "milliseconds since the start".to_string(),
                min: ms(from),
                max: ms(to).max(ms(from) + 1e-6),
                kind: AxisKind::Plain,
            },
            lanes,
            cursor: ms(cursor),
            acts: &LANE_ACTS,
        }),
    }
}

fn session_spans(log: &Log, session: u32, (from, to): (SimTime, SimTime)) -> Vec<LaneSpan> {
    let mut out: Vec<LaneSpan> = Vec::new();
    let mut open: Option<(SimTime, Doing)> = None;
    let mut end = |open: Option<(SimTime, Doing)>, at: SimTime| {
        if let Some((since, doing)) = open
            && let Some(act) = act(doing)
            && at > since
        {
            out.push(LaneSpan {
                from: ms(since.max(from)),
                to: ms(at),
                act,
            });
        }
    };
    for begins in log.acts.iter().filter(|b| b.session == session) {
        end(open, begins.at);
        open = Some((begins.at, begins.doing));
    }
    end(open, to);
    out
}

fn write_spans(log: &Log, slot: u32, (from, to): (SimTime, SimTime)) -> Vec<LaneSpan> {
    let writes = log.writes.iter().filter(|w| w.slot == slot && w.to >= from);
    let span = |write: &super::model::log::Write| LaneSpan {
        from: ms(write.from.max(from)),
        to: ms(write.to.min(to)),
        act: Act::Flush,
    };
    writes.map(span).collect()
}

/// Where the time of an average connection went.
fn bars(run: &LogRun) -> Picture {
    let label = |side: &Side<Inserts>| match run.compare {
        Compare::Models => format!("{}, round {}", side.label, side.round),
        _ => side.label.clone(),
    };
    let bar = |side: &Side<Inserts>| {
        let machine = side.simulation.model().machine();
        let totals = machine.totals();
        let whole = elapsed(machine).as_ns() as f64 / 1e9;
        let sessions = f64::from(machine.scenario().sessions);
        let each = |span: Span| span.as_ns() as f64 / 1e9 / sessions;
        let waits = [totals.writelog, totals.pagelatch, totals.logbuffer].map(each);
        let rest = (whole - waits.iter().sum::<f64>()).max(0.0);
        let parts = [
            (Act::Commit, waits[0], "WRITELOG"),
            (Act::Latch, waits[1], "PAGELATCH_EX"),
            (Act::Buffer, waits[2], "LOGBUFFER"),
            (Act::Client, rest, "client and the rest"),
        ];
        let part = |(act, value, word): (Act, f64, &str)| BarPart {
            act,
            value,
            label: format!("{word} {} %", digits(100.0 * value / whole.max(1e-9), 2)),
        };
        Bar {
            label: label(side),
            style: side.style,
            parts: parts.into_iter().filter(|p| p.1 > 0.0).map(part).collect(),
            total: millis(whole * 1e3),
            veiled: side.veiled,
        }
    };
    let bars: Vec<Bar> = run.done().map(bar).collect();
    let told = |bar: &Bar| {
        let parts: Vec<&str> = bar.parts.iter().map(|p| p.label.as_str()).collect();
        format!("{}, {}: {}", bar.label, bar.total, parts.join(", "))
    };
    let text: Vec<String> = bars.iter().map(told).collect();
    let most = run.done().map(|s| elapsed(s.simulation.model().machine()));
    let most = most.max().unwrap_or(Span::ZERO).as_ns() as f64 / 1e9;
    Picture {
        id: "time".to_string(),
        title: "Where a connection\u{2019}s time goes".to_string(),
        style: None,
        text: text.join(". "),
        veiled: false,
        drawing: Drawing::Bars(BarChart {
            x: Axis {
                label: "seconds".to_string(),
                min: 0.0,
                max: most.max(1e-6),
                kind: AxisKind::Plain,
            },
            bars,
        }),
    }
}
