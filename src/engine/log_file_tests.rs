//! The ring: it wraps, grows when it is full, and never writes over log that somebody needs.

use super::*;

const BLOCK: Bytes = Bytes(60 * 1_024);

fn no_growth() -> Growth {
    Growth {
        by: Bytes(0),
        size_max: Bytes(1 << 40),
        disk_free: Bytes(0),
    }
}

fn small(growth: Growth) -> LogFile {
    LogFile::new(VlfRule::From2014, Bytes(4 * MIB), &[], growth)
}

fn fill(file: &mut LogFile) -> u64 {
    let mut blocks = 0;
    while file.append(BLOCK).is_ok() {
        blocks += 1;
    }
    blocks
}

#[test]
fn a_full_ring_needs_a_growth_and_what_is_freed_is_written_again() {
    let mut file = small(no_growth());
    let blocks = fill(&mut file);
    // Each VLF of 1 MB has room for 16 blocks behind its header; the rest is padding.
    assert_eq!(blocks, 4 * 16);
    assert_eq!(file.grow(true), Err(CannotGrow::GrowthOff));
    assert_eq!(
        file.truncate_to(Lsn(16 * BLOCK.0 - 1)),
        0,
        "a byte of it is needed"
    );
    assert_eq!(file.truncate_to(Lsn(16 * BLOCK.0)), 1);
    assert_eq!((file.tail(), file.head()), (1, 3));
    assert_eq!(fill(&mut file), 16);
    assert_eq!(
        (file.head(), file.vlfs()[0].parity, file.vlfs()[0].sequence),
        (0, 128, 5)
    );
}

#[test]
fn truncating_keeps_the_size_and_the_head() {
    let mut file = small(no_growth());
    fill(&mut file);
    assert_eq!(file.truncate_to(file.end_lsn()), 3);
    assert_eq!((file.size(), file.active_count()), (Bytes(4 * MIB), 1));
    assert_eq!(file.tail(), file.head());
}

#[test]
fn a_growth_is_whole_or_nothing() {
    let growth = Growth {
        by: Bytes(64 * MIB),
        size_max: Bytes(100 * MIB),
        disk_free: Bytes(64 * MIB),
    };
    let mut file = small(growth);
    fill(&mut file);
    let grown = file.grow(false).expect("there is room");
    assert_eq!(
        (grown.bytes, grown.zeroed),
        (Bytes(64 * MIB), Bytes(64 * MIB))
    );
    assert_eq!(file.vlf_count(), 4 + 8);
    assert_eq!(file.grow(false), Err(CannotGrow::SizeMax));
    let mut file = small(Growth {
        disk_free: Bytes(64 * MIB - 1),
        ..growth
    });
    assert_eq!(file.grow(true), Err(CannotGrow::DiskFull));
    file.add_disk(Bytes(1));
    assert_eq!(
        file.grow(true).map(|g| g.zeroed),
        Ok(Bytes(0)),
        "from 2022 on"
    );
}

#[test]
fn only_free_vlfs_at_the_end_are_given_back() {
    let mut file = small(no_growth());
    fill(&mut file);
    file.truncate_to(file.end_lsn());
    assert_eq!(
        file.shrink_to(Bytes(0), Bytes(0)),
        Bytes(0),
        "the head is the last VLF"
    );
    file.append(BLOCK).expect("three are free");
    file.truncate_to(file.end_lsn());
    assert_eq!(
        (file.head(), file.shrink_to(Bytes(0), Bytes(0))),
        (0, Bytes(2 * MIB))
    );
}

#[test]
fn what_is_set_aside_counts_as_used_and_not_as_written() {
    let mut file = small(no_growth());
    let (used, room, end) = (file.used(), file.room(), file.end_lsn());
    file.reserve(Bytes(1_000));
    assert_eq!(file.used(), used + Bytes(1_000));
    assert_eq!((file.room() + Bytes(1_000), file.end_lsn()), (room, end));
    file.unreserve(Bytes(1_000));
    assert_eq!(file.used(), used);
}
