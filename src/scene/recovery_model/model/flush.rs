//! Log writes on their device, beside a neighbour; and the checkpoint after the load.

use std::collections::VecDeque;

use super::machine::{Machine, clock};
use crate::engine::device::{Device, Jitter};
use crate::engine::disk::IoKind;
use crate::engine::log_blocks::{Block, BlockNumber};
use crate::engine::log_record::Records;
use crate::engine::log_reuse::By;
use crate::engine::vlf::VlfRule;
use crate::kernel::{Rng, SimTime, Soonest, Span};
use crate::units::{Bytes, Lsn, PAGE_BYTES};

/// The log's device: requests that it works on, and those behind them.
#[derive(Clone, Debug)]
pub struct Disk {
    /// When each write is done.
    done: Soonest,
    blocks: Vec<Block>,
    idle: Vec<u32>,
    at_work: u32,
    queue: VecDeque<u32>,
    issue_free: SimTime,
    /// Nothing is written before the zeros of the last growth are.
    zeroed_at: SimTime,
    luck: Rng,
    neighbour_luck: Rng,
    behind_luck: Rng,
    /// Thousandths of the time that the neighbour keeps it busy now.
    busy_milli: u64,
}

impl Disk {
    /// An idle device for at most `writes_max` log writes.
    #[must_use]
    pub(super) fn new(writes_max: u32, luck: Rng, neighbour: [Rng; 2]) -> Self {
        let [neighbour_luck, behind_luck] = neighbour;
        Self {
            done: Soonest::new(writes_max),
            blocks: Vec::new(),
            idle: (0..writes_max).rev().collect(),
            at_work: 0,
            queue: VecDeque::new(),
            issue_free: SimTime::ZERO,
            zeroed_at: SimTime::ZERO,
            luck,
            neighbour_luck,
            behind_luck,
            busy_milli: 0,
        }
    }

    /// When the next write is done, in nanoseconds.
    #[inline]
    pub(super) fn next_ns(&self) -> u64 {
        self.done.first_ns()
    }

    /// Thousandths of the time that the neighbour keeps the device busy now.
    #[must_use]
    pub fn busy_milli(&self) -> u64 {
        self.busy_milli
    }

    fn jitter(&mut self, device: &Device) -> Span {
        match device.sequential.jitter {
            Jitter::Uniform(most) => self.luck.uniform_span(Span::ZERO, most),
            Jitter::Exponential(mean) => self.luck.exponential(mean),
        }
    }

    /// How long a write stands behind the neighbour's requests: as long as an arrival at a queue
    /// with one server and that much to do (M/M/1, first come first served). With probability
    /// `busy` it finds somebody there, and then waits for an exponential time whose mean is a
    /// service over what is left of the server. Assumption: his requests are as long as ours, and
    /// one wait tells nothing about the next.
    fn behind(&mut self, service: Span) -> Span {
        let busy = self.busy_milli;
        if busy == 0 || !self.behind_luck.chance(busy, 1_000) {
            return Span::ZERO;
        }
        self.behind_luck
            .exponential(service.scaled(1_000, 1_000 - busy))
    }

    fn begin(&mut self, device: &Device, slot: u32, now: SimTime) {
        self.at_work += 1;
        let block = self.blocks[slot as usize];
        let rate = device.rate(IoKind::Write);
        let transfer = Span::from_ns(rate.transfer_ns(block.bytes));
        let service = device.sequential.fixed + self.jitter(device) + transfer;
        let behind = self.behind(service);
        self.done
            .set(slot, now.max(self.zeroed_at) + behind + service);
    }

    fn take(&mut self, device: &Device, block: Block, now: SimTime) {
        let slot = self.idle.pop().expect("as many slots as writes at once");
        if self.blocks.len() <= slot as usize {
            self.blocks.resize(slot as usize + 1, block);
        }
        self.blocks[slot as usize] = block;
        if self.at_work < device.parallel {
            self.begin(device, slot, now);
        } else {
            self.queue.push_back(slot);
        }
    }

    fn finish(&mut self, device: &Device, now: SimTime) -> Option<Block> {
        let (_, slot) = self.done.first()?;
        self.done.clear(slot);
        self.idle.push(slot);
        self.at_work -= 1;
        if let Some(next) = self.queue.pop_front() {
            self.begin(device, next, now);
        }
        Some(self.blocks[slot as usize])
    }
}

/// The checkpoint that ends a round, as the write-up's script has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The load runs.
    NotYet,
    /// Its begin record is on its way; the LSN from which it covers all.
    Begin(BlockNumber, Lsn),
    /// Pages are written.
    Pages(Lsn),
    /// Its end record is on its way.
    End(BlockNumber, Lsn),
}

impl Machine {
    /// Hands blocks to the device, one after the other, as long as there are any.
    pub(super) fn start_writes(&mut self) {
        loop {
            if self.disk.issue_free > self.now {
                return self.clocks.set(clock::ISSUE, self.disk.issue_free);
            }
            let Some(block) = self.blocks.next_write() else {
                return;
            };
            let Some(zeros) = self.place(block) else {
                self.totals.full_at = Some(self.now);
                self.is_done = true;
                return;
            };
            self.totals.flushes += 1;
            self.totals.log_written += block.bytes;
            self.disk.zeroed_at = self.disk.zeroed_at.max(self.now + zeros);
            self.disk.issue_free = self.now + zeros + self.s.issue;
            self.disk.take(self.s.device, block, self.now);
        }
    }

    /// Gives a block its place in the file, which may have to grow first. Returns how long zeros
    /// are written, for which this block and all after it wait; `None`: the file cannot grow.
    fn place(&mut self, block: Block) -> Option<Span> {
        let mut zeros = Span::ZERO;
        while self.file.append(block.bytes).is_err() {
            let grown = self.file.grow(self.s.rule == VlfRule::From2022).ok()?;
            self.totals.growths += 1;
            let rate = self.s.device.rate(IoKind::Write);
            zeros += Span::from_ns(rate.transfer_ns(grown.zeroed));
        }
        Some(zeros)
    }

    /// A log write is done.
    pub(super) fn written(&mut self) {
        let Some(block) = self.disk.finish(self.s.device, self.now) else {
            return;
        };
        if self.blocks.written(block.number) {
            self.totals.durable = self.blocks.durable_commits();
            self.answer();
            self.checkpoint_goes_on();
        }
        self.start_writes();
    }

    /// CHECKPOINT: the begin record, all dirty pages, the end record.
    pub(super) fn begin_checkpoint(&mut self) {
        let from = self.blocks.end_lsn();
        let block = self.blocks.append(Records::checkpoint(), 0);
        self.blocks.want();
        self.closing = Closing::Begin(block, from);
        self.start_writes();
    }

    fn checkpoint_goes_on(&mut self) {
        match self.closing {
            Closing::Begin(block, from) if self.blocks.is_durable(block) => {
                let pages = self.rows.div_ceil(u64::from(self.s.rows_per_page));
                let device = self.s.device;
                let rate = device.rate(IoKind::Write);
                let transfer = rate.transfer_ns(Bytes(pages * PAGE_BYTES));
                let span = device.write.fixed + Span::from_ns(transfer);
                self.closing = Closing::Pages(from);
                self.clocks.set(clock::PAGES, self.now + span);
            }
            Closing::End(block, from) if self.blocks.is_durable(block) => {
                self.checkpoint = from;
                self.totals.checkpoints += 1;
                self.try_to_free(By::Checkpoint);
                self.is_done = true;
            }
            _ => {}
        }
    }

    pub(super) fn pages_written(&mut self) {
        if let Closing::Pages(from) = self.closing {
            let block = self.blocks.append(Records::checkpoint(), 0);
            self.blocks.want();
            self.closing = Closing::End(block, from);
            self.start_writes();
        }
    }

    /// The neighbour changes what he does, for a while.
    pub(super) fn next_burst(&mut self) {
        let Some(neighbour) = self.s.neighbour else {
            return;
        };
        let luck = &mut self.disk.neighbour_luck;
        self.disk.busy_milli = luck.range_inclusive(0, neighbour.busy_max_milli.min(999));
        let length = luck.exponential(neighbour.burst);
        self.clocks.set(clock::NEIGHBOUR, self.now + length);
    }
}
