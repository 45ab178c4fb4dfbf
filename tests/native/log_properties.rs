//! What holds of the log for any load.

use dirty_pages::engine::log_blocks::{Block, Limits, LogBlocks};
use dirty_pages::engine::log_record::Records;
use dirty_pages::kernel::{Rng, Stream};
use dirty_pages::units::Lsn;

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
