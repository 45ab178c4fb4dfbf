//! Requests to the device and what follows when one is done.

use super::series::stream;
use super::{Cx, Event, Pacing, Purpose};
use crate::engine::disk::{IoKind, Place, Request};
use crate::kernel::Stream;
use crate::scene::luck::jitter;
use crate::units::Bytes;

/// Where the log lies on the device: far from the data file, as in a file of its own.
const LOG_ADDRESS: u64 = 1 << 50;

impl Pacing {
    pub(super) fn flush_log(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(block) = self.log.next_flush() {
            let address = LOG_ADDRESS + block.from.0;
            self.submit(Purpose::Log, IoKind::Write, address, block.bytes.0, cx);
        }
    }

    pub(super) fn submit(
        &mut self,
        purpose: Purpose,
        kind: IoKind,
        address: u64,
        bytes: u64,
        cx: &mut Cx<'_, Event>,
    ) {
        let bytes = Bytes(bytes);
        self.disk.submit(Request {
            purpose,
            kind,
            address,
            bytes,
            submitted: cx.now(),
        });
        self.start_io(cx);
    }

    pub(super) fn start_io(&mut self, cx: &mut Cx<'_, Event>) {
        let stream = Stream::new(stream::DISK_JITTER, 0);
        while let Some((place, span)) = self.disk.start_next(|a| jitter(a, cx.rng(stream))) {
            cx.after(span, Event::Accessed(place));
        }
    }

    pub(super) fn io_done(&mut self, place: Place, cx: &mut Cx<'_, Event>) {
        let (request, next) = self.disk.moved(place);
        if let Some((place, span)) = next {
            cx.after(span, Event::Moved(place));
        }
        self.start_io(cx);
        match request.purpose {
            Purpose::Log => self.log_flushed(cx),
            Purpose::BootPage => self.done(cx),
            Purpose::SessionRead(session) => self.read_done(session, cx),
            Purpose::Pages { first, pages } => {
                self.pages_written(first, pages, cx.now() - request.submitted, cx);
            }
        }
    }
}
