//! Log writes on their device, beside a neighbour.

use std::collections::VecDeque;

use super::super::scenario::LogDevice;
use super::machine::{Machine, clock};
use crate::engine::log_blocks::Block;
use crate::kernel::{Agenda, Rng, SimTime, Span};
use crate::units::Bytes;

/// The log's device: requests that it works on, and those behind them.
#[derive(Clone, Debug)]
pub struct Disk {
    /// When each write is done.
    done: Agenda,
    blocks: Vec<Block>,
    /// When each was handed to the device; kept for lanes.
    begun: Vec<SimTime>,
    idle: Vec<u32>,
    at_work: u32,
    queue: VecDeque<u32>,
    issue_free: SimTime,
    /// When a block that waits for that is handed over; the end of time if none does.
    pub(super) hands_over_at: u64,
    /// How long the device takes for a block of the last length, without what varies.
    usual: (Bytes, Span),
    /// Nothing is written before the zeros of the last growth are.
    pub(super) zeroed_at: SimTime,
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
            done: Agenda::default(),
            blocks: Vec::new(),
            begun: Vec::new(),
            idle: (0..writes_max).rev().collect(),
            at_work: 0,
            queue: VecDeque::new(),
            issue_free: SimTime::ZERO,
            hands_over_at: u64::MAX,
            usual: (Bytes(0), Span::ZERO),
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

    fn begin(&mut self, device: LogDevice, slot: u32, now: SimTime) {
        self.at_work += 1;
        let block = self.blocks[slot as usize];
        if self.usual.0 != block.bytes {
            self.usual = (block.bytes, device.bulk(block.bytes));
        }
        let service = self.usual.1 + self.luck.exponential(device.jitter);
        let behind = self.behind(service);
        self.done
            .enter(slot, now.max(self.zeroed_at) + behind + service);
    }

    fn take(&mut self, device: LogDevice, block: Block, now: SimTime) {
        let slot = self.idle.pop().expect("as many slots as writes at once");
        if self.blocks.len() <= slot as usize {
            self.blocks.resize(slot as usize + 1, block);
            self.begun.resize(slot as usize + 1, now);
        }
        self.blocks[slot as usize] = block;
        self.begun[slot as usize] = now;
        if self.at_work < device.parallel {
            self.begin(device, slot, now);
        } else {
            self.queue.push_back(slot);
        }
    }

    fn finish(&mut self, device: LogDevice, now: SimTime) -> Option<(Block, (u32, SimTime))> {
        let slot = self.done.take_first()?;
        self.idle.push(slot);
        self.at_work -= 1;
        if let Some(next) = self.queue.pop_front() {
            self.begin(device, next, now);
        }
        Some((
            self.blocks[slot as usize],
            (slot, self.begun[slot as usize]),
        ))
    }
}

impl Machine {
    /// Hands blocks to the device, one after the other, as long as there are any.
    pub(super) fn start_writes(&mut self) {
        loop {
            if !self.blocks.has_write() {
                return;
            }
            if self.disk.issue_free > self.now {
                self.disk.hands_over_at = self.disk.issue_free.as_ns();
                return;
            }
            let Some(block) = self.blocks.next_write() else {
                return;
            };
            self.place(block);
            self.totals.flushes += 1;
            self.totals.log_written += block.bytes;
            self.disk.issue_free = self.now + self.s.issue;
            self.disk.take(self.s.device, block, self.now);
        }
    }

    /// A log write is done.
    pub(super) fn written(&mut self) {
        let Some((block, span)) = self.disk.finish(self.s.device, self.now) else {
            return;
        };
        if let Some(log) = &mut self.watched {
            log.written(span, self.now);
        }
        if self.blocks.written(block.number) {
            self.totals.durable = self.blocks.durable_commits();
            self.answer();
            self.checkpoint_goes_on();
        }
        self.start_writes();
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
