//! What is reported in the cases that the facts name.

use super::*;
use crate::engine::log_file::Growth;
use crate::engine::vlf::VlfRule;
use crate::units::{Bytes, MIB};

/// The write-up's file: 8 MB, then set to 512 MB.
fn file() -> LogFile {
    let growth = Growth {
        by: Bytes(64 * MIB),
        size_max: Bytes(1 << 40),
        disk_free: Bytes(1 << 40),
    };
    let then = [Bytes(504 * MIB)];
    LogFile::new(VlfRule::From2014, Bytes(8 * MIB), &then, growth)
}

fn write(file: &mut LogFile, mib: u64) {
    for _ in 0..mib * 32 {
        file.append(Bytes(MIB / 32)).expect("there is room");
    }
}

fn full(checkpoint: Lsn, backed_up: Lsn) -> Holders {
    Holders::default()
        .with(Holder::Checkpoint, Some(checkpoint))
        .with(Holder::LogBackup, Some(backed_up))
}

fn simple(checkpoint: Lsn) -> Holders {
    Holders::default().with(Holder::Checkpoint, Some(checkpoint))
}

#[test]
fn under_full_a_log_backup_frees_what_a_checkpoint_does_not() {
    let (mut file, mut reuse) = (file(), LogReuse::default());
    write(&mut file, 14);
    let end = file.end_lsn();
    let attempt = reuse.attempt(By::Checkpoint, &mut file, full(end, Lsn(0)));
    assert_eq!((attempt.freed, reuse.wait().desc()), (0, "LOG_BACKUP"));
    let attempt = reuse.attempt(By::LogBackup, &mut file, full(end, end));
    assert_eq!((attempt.freed, reuse.wait().desc()), (4, "NOTHING"));
    reuse.attempt(By::Checkpoint, &mut file, full(end, end));
    assert_eq!(reuse.wait().desc(), "NOTHING");
}

#[test]
fn a_log_backup_that_frees_no_vlf_leaves_log_backup_behind() {
    let (mut file, mut reuse) = (file(), LogReuse::default());
    write(&mut file, 100);
    let start = file.end_lsn();
    reuse.attempt(By::LogBackup, &mut file, full(start, start));
    write(&mut file, 14);
    let end = file.end_lsn();
    reuse.attempt(By::Checkpoint, &mut file, full(end, start));
    assert_eq!(reuse.wait().desc(), "LOG_BACKUP");
    let attempt = reuse.attempt(By::LogBackup, &mut file, full(end, end));
    assert_eq!((attempt.freed, reuse.wait().desc()), (0, "LOG_BACKUP"));
    // The head moves on into the next VLF: now a backup frees the one behind it.
    write(&mut file, 63);
    let end = file.end_lsn();
    let attempt = reuse.attempt(By::LogBackup, &mut file, full(end, end));
    assert_eq!((attempt.freed, reuse.wait().desc()), (1, "NOTHING"));
}

#[test]
fn with_a_chain_a_checkpoint_frees_nothing_that_the_last_log_backup_had_to_leave() {
    let (mut file, mut reuse) = (file(), LogReuse::default());
    write(&mut file, 14);
    let end = file.end_lsn();
    // Backed up before the checkpoint, which redo needed: nothing could go then.
    let attempt = reuse.attempt(By::LogBackup, &mut file, full(Lsn(0), end));
    assert_eq!((attempt.freed, reuse.wait().desc()), (0, "CHECKPOINT"));
    let attempt = reuse.attempt(By::Checkpoint, &mut file, full(end, end));
    assert_eq!(attempt.freed, 0, "that takes another log backup");
    let attempt = reuse.attempt(By::LogBackup, &mut file, full(end, end));
    assert_eq!((attempt.freed, reuse.wait().desc()), (4, "NOTHING"));
}

#[test]
fn under_simple_a_checkpoint_frees_it() {
    let (mut file, mut reuse) = (file(), LogReuse::default());
    write(&mut file, 1);
    let end = file.end_lsn();
    let attempt = reuse.attempt(By::Checkpoint, &mut file, simple(end));
    assert_eq!((attempt.freed, reuse.wait().desc()), (0, "NOTHING"));
    write(&mut file, 80);
    let end = file.end_lsn();
    let attempt = reuse.attempt(By::Checkpoint, &mut file, simple(end));
    assert!(attempt.freed > 0);
    assert_eq!(reuse.wait().desc(), "NOTHING");
}

#[test]
fn an_open_transaction_holds_the_log_under_any_model() {
    for has_chain in [false, true] {
        let (mut file, mut reuse) = (file(), LogReuse::default());
        write(&mut file, 1);
        let begin = file.end_lsn();
        write(&mut file, 80);
        let end = file.end_lsn();
        let holders = if has_chain {
            full(end, end)
        } else {
            simple(end)
        };
        let holders = holders.with(Holder::Transaction, Some(begin));
        let by = if has_chain {
            By::LogBackup
        } else {
            By::Checkpoint
        };
        let attempt = reuse.attempt(by, &mut file, holders);
        assert_eq!(attempt.min_lsn, begin);
        assert_eq!(reuse.wait().desc(), "ACTIVE_TRANSACTION");
    }
}

#[test]
fn the_least_lsn_decides_and_the_order_only_between_equals() {
    let holders = full(Lsn(5), Lsn(5)).with(Holder::Replica, Some(Lsn(9)));
    assert_eq!(holders.min_lsn(Lsn(20)), (Lsn(5), Some(Holder::LogBackup)));
    let holders = holders.with(Holder::Checkpoint, Some(Lsn(4)));
    assert_eq!(holders.min_lsn(Lsn(20)), (Lsn(4), Some(Holder::Checkpoint)));
    assert_eq!(Holders::default().min_lsn(Lsn(20)), (Lsn(20), None));
}
