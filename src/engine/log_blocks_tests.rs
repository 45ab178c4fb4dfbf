//! Blocks: whole sectors, in order, and durable only behind all before them.

use super::*;
use crate::kernel::{Rng, Stream};

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

#[test]
fn any_order_of_writes_keeps_the_log_whole() {
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed, Stream::new(7, 0));
        let limits = Limits {
            sector_bytes: if rng.chance(1, 4) { 4_096 } else { 512 },
            writes_max: rng.range_inclusive(1, 8) as u32,
            ..Limits::FROM_2012
        };
        let mut log = LogBlocks::new(limits);
        let mut under_way: Vec<Block> = Vec::new();
        let (mut appended, mut written, mut end) = (0, 0, Lsn(0));
        for _ in 0..200 {
            let rows = rng.range_inclusive(1, 600);
            let records = Records::inserts(rows, 42).and(Records::commit());
            if rng.chance(2, 3) && log.has_room(records) {
                let number = log.append(records, 1);
                assert!(!log.is_durable(number));
                appended += 1;
                log.want();
            }
            while let Some(block) = log.next_write() {
                assert_eq!(block.from, end, "blocks follow each other");
                assert_eq!(block.bytes.0 % limits.sector_bytes, 0);
                end = block.upto();
                under_way.push(block);
            }
            assert!(under_way.len() <= limits.writes_max as usize);
            if !under_way.is_empty() && rng.chance(2, 3) {
                let place = rng.below(under_way.len() as u64) as usize;
                let block = under_way.swap_remove(place);
                written += block.commits;
                log.written(block.number);
            }
            let oldest = under_way.iter().map(|b| b.from).min();
            assert!(oldest.is_none_or(|oldest| log.flushed_lsn() <= oldest));
        }
        loop {
            under_way.extend(std::iter::from_fn(|| log.next_write()));
            let Some(block) = under_way.pop() else { break };
            written += block.commits;
            log.written(block.number);
        }
        assert_eq!(written, appended, "each commit went with one block");
        assert_eq!(log.flushed_lsn(), log.end_lsn());
    }
}
