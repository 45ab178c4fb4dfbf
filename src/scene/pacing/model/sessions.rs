//! The sessions: think, read, change a row, wait for the log.

use super::series::{COMMIT_LATENCY, COMMITS, DIRTY_PAGES, TRANSACTION, stream};
use super::{Cx, Event, Pacing, Purpose, small_below};
use crate::engine::disk::IoKind;
use crate::engine::log::TRANSACTION_BYTES;
use crate::engine::page::PageId;
use crate::engine::workload::SessionState;
use crate::kernel::{Span, Stream};
use crate::units::PAGE_BYTES;

/// Pages of other tables, read by the sessions: 64 GiB behind the shown part of the file.
const OTHER_ADDRESS: u64 = 1 << 40;
const OTHER_PAGES: u64 = 8 << 20;

impl Pacing {
    pub(super) fn session(&self, session: u32) -> SessionState {
        *self
            .sessions
            .get(session as usize)
            .expect("a session of this run")
    }

    pub(super) fn set_session(&mut self, session: u32, state: SessionState) {
        *self
            .sessions
            .get_mut(session as usize)
            .expect("a session of this run") = state;
    }

    pub(super) fn think(&mut self, session: u32, cx: &mut Cx<'_, Event>) {
        self.set_session(session, SessionState::Thinking);
        let mean = self.scenario.workload.think;
        let span = cx
            .rng(Stream::new(stream::ARRIVALS, session))
            .exponential(mean);
        // A pause of nothing still passes through the queue, so that no session runs for ever
        // within one instant.
        cx.after(span.max(Span::from_us(1)), Event::Wake(session));
    }

    pub(super) fn wake(&mut self, session: u32, cx: &mut Cx<'_, Event>) {
        if let Some(began) = self.transaction_began.get_mut(session as usize) {
            *began = cx.now();
        }
        match self.scenario.workload.reads {
            0 => self.choose_and_change(session, cx),
            reads => self.read(session, reads - 1, cx),
        }
    }

    pub(super) fn read(&mut self, session: u32, left: u32, cx: &mut Cx<'_, Event>) {
        self.set_session(session, SessionState::Reading { left });
        let page = cx
            .rng(Stream::new(stream::PAGE_CHOICE, session))
            .below(OTHER_PAGES);
        let address = OTHER_ADDRESS + page * PAGE_BYTES;
        self.submit(
            Purpose::SessionRead(session),
            IoKind::Read,
            address,
            PAGE_BYTES,
            cx,
        );
    }

    pub(super) fn read_done(&mut self, session: u32, cx: &mut Cx<'_, Event>) {
        match self.session(session) {
            SessionState::Reading { left: 0 } => self.choose_and_change(session, cx),
            SessionState::Reading { left } => self.read(session, left - 1, cx),
            state => panic!("session {session} was not reading but {state:?}"),
        }
    }

    pub(super) fn choose_and_change(&mut self, session: u32, cx: &mut Cx<'_, Event>) {
        let rng = cx.rng(Stream::new(stream::PAGE_CHOICE, session));
        let leaf = small_below(rng, self.scenario.file.leaves());
        self.change(session, self.scenario.file.leaf(leaf), cx);
    }

    /// Changes a row of `page` and asks for the commit's flush, or waits for the page's latch.
    pub(super) fn change(&mut self, session: u32, page: PageId, cx: &mut Cx<'_, Event>) {
        let lsn = self.log.appended_lsn() + TRANSACTION_BYTES;
        if !self.pages.change(page, lsn) {
            return self.set_session(session, SessionState::Latched { page });
        }
        let lsn = self.log.append(TRANSACTION_BYTES);
        self.log.want(lsn);
        self.set_session(
            session,
            SessionState::Committing {
                lsn,
                since: cx.now(),
            },
        );
        cx.gauge(DIRTY_PAGES, i64::from(self.pages.dirty_count()));
        self.flush_log(cx);
    }

    /// The log is durable further than before: who waited below is answered.
    pub(super) fn acknowledge(&mut self, cx: &mut Cx<'_, Event>) {
        for session in 0..self.sessions.len() as u32 {
            if let SessionState::Committing { lsn, since } = self.session(session)
                && self.log.is_durable(lsn)
            {
                cx.count(COMMITS, 1);
                cx.sample(COMMIT_LATENCY, (cx.now() - since).as_ns() as i64);
                let began = self.transaction_began.get(session as usize);
                let took = cx.now() - began.copied().unwrap_or(since);
                cx.sample(TRANSACTION, took.as_ns() as i64);
                self.think(session, cx);
            }
        }
    }

    /// Pages `first..first + len` are written: who waited for a latch among them goes on.
    pub(super) fn unlatch(&mut self, first: PageId, len: u32, cx: &mut Cx<'_, Event>) {
        for session in 0..self.sessions.len() as u32 {
            if let SessionState::Latched { page } = self.session(session)
                && (first.0..first.0 + len).contains(&page.0)
            {
                self.change(session, page, cx);
            }
        }
    }
}
