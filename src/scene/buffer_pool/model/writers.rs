//! Page writes, whoever asks for them; the background writer and the lazy writer.
//!
//! All writers gather neighbouring dirty pages (facts: section 1.3). A page whose newest record is
//! not durable is latched, its log is flushed, then it is written: the WAL rule.

use super::series::{PAGE_WRITES, PAGE_WRITES_ALL};
use super::{BufferPool, Cx, Event, Purpose};
use crate::engine::disk::IoKind;
use crate::engine::gather::gather;
use crate::engine::page::PageId;
use crate::engine::replacer::Victim;
use crate::engine::throttle::{STEP, Throttle};
use crate::kernel::{Digest, Span};
use crate::units::PAGE_BYTES;

/// Who wrote a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// An automatic or manual checkpoint.
    Checkpoint,
    /// The background writer of an indirect checkpoint (SQL Server's recovery writer).
    Background,
    /// The lazy writer: memory is short.
    Lazy,
    /// The checkpoint at the start of a backup.
    Backup,
}

impl Writer {
    /// All of them, in the order of their series.
    pub const ALL: [Self; 4] = [Self::Checkpoint, Self::Background, Self::Lazy, Self::Backup];

    /// In words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Checkpoint => "checkpoint",
            Self::Background => "background",
            Self::Lazy => "lazy",
            Self::Backup => "backup",
        }
    }
}

/// Neighbouring pages in one write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub(super) first: PageId,
    pub(super) pages: u32,
    pub(super) writer: Writer,
}

/// Pause between two looks of the background writer. Recalled: its idle wait polls ten times a
/// second (facts: section 1.4, DIRTY_PAGE_POLL, without a figure).
const POLL: Span = Span::from_ms(100);
/// The lazy writer wakes about every second. Recalled (facts: section 2).
pub(super) const LAZY_PERIOD: Span = Span::from_secs(1);
/// Victims on their way to the disk at most. Assumption.
const FREEING_MAX: u32 = 64;

/// The background writer of an indirect checkpoint.
#[derive(Clone, Debug)]
pub(super) struct Background {
    throttle: Throttle,
    outstanding_pages: u32,
    will_look: bool,
}

impl Background {
    pub(super) fn new(throttle: Throttle) -> Self {
        Self {
            throttle,
            outstanding_pages: 0,
            will_look: false,
        }
    }

    pub(super) fn digest(&self, into: &mut Digest) {
        self.throttle.digest(into);
        into.u32(self.outstanding_pages);
        into.u8(u8::from(self.will_look));
    }
}

impl BufferPool {
    /// Writes `met` and its neighbours. Returns how many pages, and how many of them the running
    /// checkpoint owed.
    pub(super) fn write_from(
        &mut self,
        met: PageId,
        writer: Writer,
        cx: &mut Cx<'_, Event>,
    ) -> (u32, u32) {
        let flushed = self.log.flushed_lsn();
        let is_hardened = self.pool.is_writable(met, flushed);
        let (first, pages) = if is_hardened {
            let cap = self.scenario.cap;
            gather(met, self.pool.page_count(), cap, |page| {
                self.pool.is_writable(page, flushed)
            })
        } else {
            (met, 1)
        };
        let owed = self.pool.begin_write(first, pages);
        let group = Group {
            first,
            pages,
            writer,
        };
        if is_hardened || !self.scenario.wal_rule {
            self.hand_over(group, cx);
        } else {
            let frame = self.pool.frame_of(met).expect("a page in memory");
            self.log.want(self.pool.page_lsn(frame));
            self.hardening.push(group);
            self.flush_log(cx);
        }
        (pages, owed)
    }

    fn hand_over(&mut self, group: Group, cx: &mut Cx<'_, Event>) {
        if self.scenario.wal_rule {
            let flushed = self.log.flushed_lsn();
            self.pool.assert_hardened(group.first, group.pages, flushed);
        }
        self.submit(
            Purpose::Pages(group),
            IoKind::Write,
            super::io::address(group.first),
            u64::from(group.pages) * PAGE_BYTES,
            cx,
        );
    }

    /// The log is durable further than before: pages that waited for it are written.
    pub(super) fn write_hardened(&mut self, cx: &mut Cx<'_, Event>) {
        let flushed = self.log.flushed_lsn();
        let (ready, waiting) = self.hardening.iter().partition(|group| {
            let frame = self.pool.frame_of(group.first).expect("a page in memory");
            self.pool.page_lsn(frame) <= flushed
        });
        self.hardening = waiting;
        let ready: Vec<Group> = ready;
        for group in ready {
            self.hand_over(group, cx);
        }
    }

    pub(super) fn pages_written(&mut self, group: Group, latency: Span, cx: &mut Cx<'_, Event>) {
        let pages = group.first.0..group.first.0 + group.pages;
        self.totals.written(group.writer, group.pages);
        let counter = PAGE_WRITES[group.writer as usize];
        cx.count(counter, u64::from(group.pages));
        cx.count(PAGE_WRITES_ALL, u64::from(group.pages));
        let hot = self.scenario.hot_page;
        self.totals.hot_page_writes += u64::from(hot.is_some_and(|hot| pages.contains(&hot.0)));
        self.totals.evictions += u64::from(self.pool.end_write(group.first, group.pages));
        match group.writer {
            Writer::Checkpoint | Writer::Backup => self.checkpoint_wrote(group.pages, latency),
            Writer::Background => {
                self.background.throttle.complete(latency);
                self.background.outstanding_pages -= group.pages;
                self.totals.has_background_written = true;
                // Under a target the tail of the log follows the oldest dirty page.
                self.truncated = self.truncated.max(self.min_lsn());
            }
            Writer::Lazy => self.freeing -= 1,
        }
        if self.latched > 0 {
            pages.for_each(|page| self.unlatch(PageId(page), cx));
        }
        match group.writer {
            Writer::Checkpoint | Writer::Backup => self.write_checkpoint(cx),
            Writer::Background => self.write_background(cx),
            Writer::Lazy => {}
        }
    }

    fn is_over_mark(&self) -> bool {
        let dirty = self.pool.tally().dirty;
        self.bound().is_some_and(|bound| dirty > bound.mark)
    }

    /// Schedules a look if there is too much dirty.
    pub(super) fn look_background_later(&mut self, cx: &mut Cx<'_, Event>) {
        if !self.background.will_look && self.is_over_mark() {
            self.background.will_look = true;
            cx.after(POLL, Event::LookBackground);
        }
    }

    pub(super) fn look_background(&mut self, cx: &mut Cx<'_, Event>) {
        self.background.will_look = false;
        self.background.throttle.adjust();
        self.write_background(cx);
    }

    /// Writes the oldest dirty pages until few enough are left.
    fn write_background(&mut self, cx: &mut Cx<'_, Event>) {
        while self.is_over_mark() && !self.background.will_look {
            if self.background.outstanding_pages >= self.background.throttle.target() {
                self.background.will_look = true;
                cx.after(STEP, Event::LookBackground);
                return;
            }
            let Some((_, frame)) = self.pool.oldest_dirty(0, false) else {
                return;
            };
            let page = self.pool.page_of(frame);
            let (pages, _) = self.write_from(page, Writer::Background, cx);
            self.background.outstanding_pages += pages;
        }
    }

    pub(super) fn look_lazy(&mut self, cx: &mut Cx<'_, Event>) {
        let least = self.scenario.free_min;
        if self.pool.tally().free + self.freeing < least {
            // Some more than the least, so that it need not come back for each page.
            self.make_room(least + least / 2, cx);
        }
        cx.after(LAZY_PERIOD, Event::LookLazy);
    }

    /// Frees clean pages that have lost their worth and writes dirty ones, to be freed then, until
    /// `goal` frames are free or on their way.
    pub(super) fn make_room(&mut self, goal: u32, cx: &mut Cx<'_, Event>) {
        while self.pool.tally().free + self.freeing < goal && self.freeing < FREEING_MAX {
            match self.pool.victim(Self::tick(cx)) {
                Some(Victim::Clean(frame, age_ms)) => {
                    self.pool.evict(frame);
                    self.totals.evictions += 1;
                    self.totals.page_life_ms.push(age_ms);
                }
                Some(Victim::Dirty(frame, age_ms)) => {
                    self.totals.page_life_ms.push(age_ms);
                    self.pool.free_after_write(frame);
                    self.freeing += 1;
                    let page = self.pool.page_of(frame);
                    self.write_from(page, Writer::Lazy, cx);
                }
                None => return,
            }
        }
    }
}
