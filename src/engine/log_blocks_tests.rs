//! Blocks: whole sectors, in order, and durable only behind all before them.

use super::*;

fn insert() -> Records {
    Records::begin()
        .and(Records::inserts(1, 42))
        .and(Records::commit())
}

fn one_at_a_time() -> LogBlocks {
    LogBlocks::new(Limits {
        writes_max: 1,
        ..Limits::FROM_2012
    })
}

#[test]
fn a_commit_alone_takes_a_sector() {
    let mut log = LogBlocks::new(Limits::FROM_2012);
    let number = log.append(insert(), 1);
    assert_eq!(log.next_write(), None, "nobody waits");
    log.want();
    let block = log.next_write().expect("somebody waits");
    assert_eq!((block.bytes, block.commits), (Bytes(512), 1));
    assert!(!log.is_durable(number));
    assert!(log.written(block.number) && log.is_durable(number));
}

#[test]
fn who_comes_while_no_write_is_free_shares_the_next_block() {
    let mut log = one_at_a_time();
    log.append(insert(), 1);
    log.want();
    let first = log.next_write().expect("a write is free");
    for _ in 0..15 {
        log.append(insert(), 1);
        log.want();
        assert_eq!(log.next_write(), None);
    }
    log.written(first.number);
    let group = log.next_write().expect("fifteen wait");
    assert_eq!(group.commits, 15);
    // 72 + 15 * 356 bytes, in sectors: 375 bytes a commit, where one alone takes 512.
    assert_eq!(group.bytes, Bytes(5_632));
}

#[test]
fn with_free_writes_each_commit_goes_alone() {
    let mut log = LogBlocks::new(Limits::FROM_2012);
    for number in 0..16 {
        log.append(insert(), 1);
        log.want();
        let block = log.next_write().expect("112 at once");
        assert_eq!((block.number, block.bytes), (number, Bytes(512)));
    }
    assert_eq!(log.writes(), 16);
}

#[test]
fn nothing_is_durable_behind_a_hole() {
    let mut log = LogBlocks::new(Limits::FROM_2012);
    for _ in 0..3 {
        log.append(insert(), 1);
        log.want();
        log.next_write().expect("a write is free");
    }
    assert!(!log.written(2) && !log.written(1));
    assert_eq!(log.flushed_lsn(), Lsn(0), "the first is still on its way");
    assert!(log.written(0));
    assert_eq!((log.durable(), log.flushed_lsn()), (3, Lsn(3 * 512)));
}

#[test]
fn a_large_batch_fills_blocks_of_60_kb_and_waits_for_buffers() {
    let mut log = LogBlocks::new(Limits::FROM_2012);
    let batch = Records::inserts(100_000, 42);
    assert!(!log.has_room(batch), "240 blocks, and 128 buffers");
    let part = Records::inserts(40_000, 42);
    assert!(log.has_room(part));
    log.append(part, 0);
    let mut blocks = 0;
    while let Some(block) = log.next_write() {
        assert!(block.bytes.0 <= BLOCK_BYTES_MAX && block.bytes.0 % 512 == 0);
        blocks += 1;
    }
    // The bytes under way bind before the number of writes does.
    assert_eq!(blocks, 3_840 / 60);
}

#[test]
fn sectors_of_4_kb_make_small_commits_eight_times_as_large() {
    let mut log = LogBlocks::new(Limits {
        sector_bytes: 4_096,
        ..Limits::FROM_2012
    });
    log.append(insert(), 1);
    log.want();
    let block = log.next_write().expect("somebody waits");
    assert_eq!(block.bytes, Bytes(4_096));
}
