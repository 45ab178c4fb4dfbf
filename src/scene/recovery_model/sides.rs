//! The comparisons: sides that differ in one thing.

use super::plan::{GRAIN, Plan};
use super::scenario::{LogDevice, Scenario};
use super::task::Task;
use crate::engine::backups::RecoveryModel;
use crate::engine::vlf::VLF_HEADER_BYTES;
use crate::kernel::{SimTime, Span};
use crate::params::thousands;
use crate::units::{Bytes, MIB};

/// Palette places.
const FIRST: u8 = 0;
const SECOND: u8 = 1;
const THIRD: u8 = 2;
const FOURTH: u8 = 3;

fn side(key: &'static str, label: &str, style: u8, scenario: Scenario) -> Plan {
    Plan {
        key,
        label: label.to_string(),
        style,
        round: 1,
        veiled: false,
        scenario,
    }
}

fn veiled(plan: Plan) -> Plan {
    Plan {
        veiled: true,
        ..plan
    }
}

fn with_model(base: &Scenario, model: RecoveryModel) -> Scenario {
    Scenario {
        recovery_model: model,
        has_chain: base.has_chain && model != RecoveryModel::Simple,
        ..base.clone()
    }
}

/// Round `round` of both models; each run meets the neighbour at another time of day.
fn round_of(base: &Scenario, round: u32) -> [Plan; 2] {
    let mut full = with_model(base, RecoveryModel::Full);
    let mut simple = with_model(base, RecoveryModel::Simple);
    (full.run, simple.run) = (2 * round - 1, 2 * round);
    let mut both = [
        side("full", "FULL", FIRST, full),
        veiled(side("simple", "SIMPLE", SECOND, simple)),
    ];
    for plan in &mut both {
        plan.round = round;
    }
    both
}

/// FULL, SIMPLE, FULL, SIMPLE.
pub(super) fn models(base: &Scenario) -> Vec<Plan> {
    (1..=2).flat_map(|round| round_of(base, round)).collect()
}

/// Many pairs.
pub(super) fn pairs(base: &Scenario, count: u32) -> Vec<Plan> {
    (1..=count)
        .flat_map(|round| round_of(base, round))
        .collect()
}

/// One connection, the setting's, and four times as many; each does its own transactions.
pub(super) fn connections(base: &Scenario) -> Vec<Plan> {
    let with = |sessions| Scenario {
        sessions,
        ..with_model(base, RecoveryModel::Full)
    };
    let label = |n: u32| match n {
        1 => "1 connection".to_string(),
        n => format!("{} connections", thousands(i64::from(n))),
    };
    let all = [
        ("one", 1, FIRST),
        ("many", base.sessions.max(2), SECOND),
        ("more", 4 * base.sessions.max(2), THIRD),
    ];
    let plan = |(key, n, style)| side(key, &label(n), style, with(n));
    let mut plans: Vec<Plan> = all.into_iter().map(plan).collect();
    plans[1].veiled = true;
    plans[2].veiled = true;
    plans
}

/// This device and one that is ten times as fast.
pub(super) fn disks(base: &Scenario) -> Vec<Plan> {
    let slow = with_model(base, RecoveryModel::Full);
    let fast = Scenario {
        device: LogDevice {
            fixed: slow.device.fixed.scaled(1, 10),
            jitter: slow.device.jitter.scaled(1, 10),
            ..slow.device
        },
        ..slow.clone()
    };
    vec![
        side("disk", "This disk", FIRST, slow),
        veiled(side("fast", "Ten times as fast", SECOND, fast)),
    ]
}

/// The load under each model, then a log backup.
pub(super) fn loads(base: &Scenario) -> Vec<Plan> {
    let with = |model| Scenario {
        closing: vec![Task::Checkpoint, Task::BackupLog, Task::Checkpoint],
        ..with_model(base, model)
    };
    vec![
        side("full", "FULL", FIRST, with(RecoveryModel::Full)),
        veiled(side(
            "bulk_logged",
            "BULK_LOGGED",
            THIRD,
            with(RecoveryModel::BulkLogged),
        )),
        veiled(side(
            "simple",
            "SIMPLE",
            SECOND,
            with(RecoveryModel::Simple),
        )),
    ]
}

/// Where the head stands before the load.
fn starts_at(log_before: Bytes) -> String {
    match log_before.0 / MIB {
        0 => "New log file".to_string(),
        mib => format!("Head {} MiB further", thousands(mib as i64)),
    }
}

/// CHECKPOINT, BACKUP LOG, CHECKPOINT: with log in several small VLFs, and with all of it in a
/// large one, unless the settings make it otherwise.
pub(super) fn reuse(base: &Scenario) -> Vec<Plan> {
    let across = Scenario {
        closing: vec![Task::Checkpoint, Task::BackupLog, Task::Checkpoint],
        ..with_model(base, RecoveryModel::Full)
    };
    let inside = Scenario {
        // Past the four small VLFs and one large: a third into the second large one.
        log_before: Bytes(across.log_before.0 + 92 * MIB),
        ..across.clone()
    };
    vec![
        side("across", &starts_at(across.log_before), FIRST, across),
        veiled(side(
            "inside",
            &starts_at(inside.log_before),
            SECOND,
            inside,
        )),
    ]
}

/// After the load one side backs up the database, the other the log.
pub(super) fn backups(base: &Scenario) -> Vec<Plan> {
    let with = |backup| Scenario {
        closing: vec![Task::Checkpoint, backup, Task::Checkpoint],
        ..with_model(base, RecoveryModel::Full)
    };
    vec![
        veiled(side(
            "database",
            "BACKUP DATABASE",
            FIRST,
            with(Task::BackupFull),
        )),
        side("log", "BACKUP LOG", SECOND, with(Task::BackupLog)),
    ]
}

/// FULL before its first full backup, after a copy-only one, and after a real one.
pub(super) fn chain(base: &Scenario) -> Vec<Plan> {
    let none = Scenario {
        has_chain: false,
        ..with_model(base, RecoveryModel::Full)
    };
    let copy_only = Scenario {
        closing: vec![Task::BackupCopyOnly],
        ..none.clone()
    };
    let full = Scenario {
        has_chain: true,
        ..none.clone()
    };
    vec![
        veiled(side("none", "No full backup yet", FIRST, none)),
        side("copy_only", "Only a copy-only backup", THIRD, copy_only),
        side("full", "After a full backup", SECOND, full),
    ]
}

/// A run that has no end is shown for a minute.
fn with_end(base: &Scenario, cautions: &mut Vec<String>) -> Scenario {
    let mut out = base.clone();
    if out.horizon.is_zero() {
        out.horizon = Span::from_secs(60);
        out.grain = out.grain.max(GRAIN);
        cautions.push("horizon_s=0 does not suit this comparison; 60 s are shown.".to_string());
    }
    out
}

/// FULL without log backups, the same brought back by one, FULL with them, SIMPLE.
pub(super) fn schedule(base: &Scenario, every: Span, cautions: &mut Vec<String>) -> Vec<Plan> {
    let base = &with_end(base, cautions);
    let every = if every.is_zero() {
        cautions.push(
            "log_backup_every_s=0 does not suit this comparison; one side has one every 10 s."
                .to_string(),
        );
        Span::from_secs(10)
    } else {
        every
    };
    let never = Scenario {
        log_backup_every: Span::ZERO,
        ..with_model(base, RecoveryModel::Full)
    };
    let late = SimTime::ZERO + never.horizon.scaled(3, 4);
    let rescued = Scenario {
        script: vec![(late, Task::BackupLog)],
        ..never.clone()
    };
    let regular = Scenario {
        log_backup_every: every,
        ..never.clone()
    };
    let simple = Scenario {
        log_backup_every: Span::ZERO,
        ..with_model(base, RecoveryModel::Simple)
    };
    let label = format!("One every {} s", every.as_ms() / 1_000);
    vec![
        side("never", "No log backups", FIRST, never),
        side("rescued", "One log backup", FOURTH, rescued),
        side("regular", &label, THIRD, regular),
        side("simple", "SIMPLE", SECOND, simple),
    ]
}

/// SIMPLE, and SIMPLE with somebody who keeps the log for a while.
pub(super) fn holders(base: &Scenario, is_reader: bool, cautions: &mut Vec<String>) -> Vec<Plan> {
    let free = with_model(&with_end(base, cautions), RecoveryModel::Simple);
    let at = |tenths| SimTime::ZERO + free.horizon.scaled(tenths, 10);
    let (begins, ends, name, label) = if is_reader {
        let label = "Reader stands still";
        (Task::StopReader, Task::StartReader, "reader", label)
    } else {
        let label = "Transaction open";
        (Task::Begin, Task::Rollback, "open", label)
    };
    let held = Scenario {
        script: vec![(at(1), begins), (at(8), ends), (at(9), Task::Checkpoint)],
        ..free.clone()
    };
    let alike = Scenario {
        script: vec![(at(9), Task::Checkpoint)],
        ..free
    };
    vec![
        side("free", "SIMPLE", SECOND, alike),
        side(name, label, FIRST, held),
    ]
}

/// A commit that waits for its log, and one that does not.
pub(super) fn durability(base: &Scenario) -> Vec<Plan> {
    let with = |is_delayed| Scenario {
        is_delayed,
        ..with_model(base, RecoveryModel::Full)
    };
    vec![
        side("durable", "Full durability", FIRST, with(false)),
        veiled(side("delayed", "Delayed durability", SECOND, with(true))),
    ]
}

/// Sectors of 512 bytes and of 4 KB.
pub(super) fn sectors(base: &Scenario) -> Vec<Plan> {
    let with = |sector_bytes| {
        let mut scenario = with_model(base, RecoveryModel::Full);
        scenario.log.sector_bytes = sector_bytes;
        scenario
    };
    vec![
        side("small", "512-byte sectors", FIRST, with(512)),
        veiled(side("large", "4,096-byte sectors", SECOND, with(4_096))),
    ]
}

/// The file is shrunk with the head where the load left it, and with a head that was led to the
/// last VLF.
pub(super) fn shrink(base: &Scenario) -> Vec<Plan> {
    let front = Scenario {
        closing: vec![
            Task::Checkpoint,
            Task::BackupLog,
            Task::Checkpoint,
            Task::Shrink,
        ],
        ..with_model(base, RecoveryModel::Full)
    };
    let back = Scenario {
        log_before: before_last_vlf(&front),
        ..front.clone()
    };
    vec![
        side("front", &starts_at(front.log_before), FIRST, front),
        side("back", "Starts before the last VLF", SECOND, back),
    ]
}

/// Log that brings the head 4 MiB before the last VLF, so that the load ends in that.
fn before_last_vlf(s: &Scenario) -> Bytes {
    let initial = s.rule.sizes(s.log_initial, Bytes(0));
    let added = if s.log_added.is_zero() {
        Vec::new()
    } else {
        s.rule.sizes(s.log_added, s.log_initial)
    };
    let mut all: Vec<Bytes> = initial.into_iter().chain(added).collect();
    all.pop();
    let log: u64 = all.iter().map(|vlf| vlf.0 - VLF_HEADER_BYTES).sum();
    Bytes(log.saturating_sub(4 * MIB))
}
