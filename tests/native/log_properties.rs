//! What holds of the log for any load.

use dirty_pages::engine::log_blocks::{Block, Limits, LogBlocks};
use dirty_pages::engine::log_file::{Growth, LogFile};
use dirty_pages::engine::log_record::Records;
use dirty_pages::engine::log_reuse::{By, Holder, Holders, LogReuse};
use dirty_pages::engine::vlf::VlfRule;
use dirty_pages::kernel::{Rng, Stream};
use dirty_pages::units::{Bytes, Lsn, MIB};

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

#[test]
fn the_ring_never_writes_over_log_that_somebody_needs() {
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed, Stream::new(8, 0));
        let growth = Growth {
            by: Bytes(rng.range_inclusive(0, 3) * MIB),
            size_max: Bytes(64 * MIB),
            disk_free: Bytes(rng.range_inclusive(0, 40) * MIB),
        };
        let rule = [VlfRule::UpTo2012, VlfRule::From2014, VlfRule::From2022][rng.below(3) as usize];
        let mut file = LogFile::new(rule, Bytes(2 * MIB), &[], growth);
        let mut reuse = LogReuse::default();
        // The oldest log that anybody needs, and where each VLF's log was when it was entered.
        let mut needed = Lsn(0);
        for _ in 0..2_000 {
            let before: Vec<_> = file.vlfs().to_vec();
            let block = Bytes(512 * rng.range_inclusive(1, 120));
            if file.append(block).is_err() && file.grow(rng.chance(1, 2)).is_err() {
                let (lsn, holder) = (needed, Holder::LogBackup);
                needed = Lsn(rng.range_inclusive(lsn.0, file.end_lsn().0));
                let holders = Holders::default().with(holder, Some(needed));
                reuse.attempt(By::LogBackup, &mut file, holders);
            }
            for (old, new) in before.iter().zip(file.vlfs()) {
                let is_reused = old.sequence != new.sequence && old.sequence > 0;
                assert!(!is_reused || old.end_lsn <= needed, "log is overwritten");
            }
            let mut active: Vec<_> = file.vlfs().iter().filter(|v| !v.is_free()).collect();
            active.sort_by_key(|vlf| vlf.sequence);
            assert!(
                active[0].first_lsn <= needed,
                "the tail is behind the least LSN"
            );
            let joined = active
                .windows(2)
                .all(|pair| pair[0].sequence + 1 == pair[1].sequence);
            assert!(joined, "active VLFs follow each other");
            let sizes: u64 = file.vlfs().iter().map(|vlf| vlf.bytes.0).sum();
            assert_eq!(sizes, file.size().0);
            assert!(file.used() <= file.size());
        }
    }
}
