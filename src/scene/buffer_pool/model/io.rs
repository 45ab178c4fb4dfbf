//! Requests to the device and what follows when one is done.

use super::series::stream;
use super::{BufferPool, Cx, Event, Purpose};
use crate::engine::disk::{IoKind, Place, Request};
use crate::engine::page::PageId;
use crate::kernel::Stream;
use crate::scene::luck::jitter;
use crate::units::{Bytes, PAGE_BYTES};

/// Where the log lies on the device: far from the data file, as in a file of its own.
const LOG_ADDRESS: u64 = 1 << 50;
/// Where the shown part of the data file starts.
const DATA_ADDRESS: u64 = 1 << 20;
/// Where the boot page lies: page 9 of the file.
const BOOT_ADDRESS: u64 = 9 * PAGE_BYTES;

/// Where a page lies on the device.
pub(super) fn address(page: PageId) -> u64 {
    DATA_ADDRESS + u64::from(page.0) * PAGE_BYTES
}

impl BufferPool {
    pub(super) fn flush_log(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(block) = self.log.next_flush() {
            let address = LOG_ADDRESS + block.from.0;
            self.totals.log_written += block.bytes;
            self.submit(Purpose::Log, IoKind::Write, address, block.bytes.0, cx);
        }
    }

    pub(super) fn submit_boot_page(&mut self, cx: &mut Cx<'_, Event>) {
        self.submit(
            Purpose::BootPage,
            IoKind::Write,
            BOOT_ADDRESS,
            PAGE_BYTES,
            cx,
        );
    }

    pub(super) fn submit(
        &mut self,
        purpose: Purpose,
        kind: IoKind,
        address: u64,
        bytes: u64,
        cx: &mut Cx<'_, Event>,
    ) {
        self.disk.submit(Request {
            purpose,
            kind,
            address,
            bytes: Bytes(bytes),
            submitted: cx.now(),
        });
        self.start_io(cx);
    }

    fn start_io(&mut self, cx: &mut Cx<'_, Event>) {
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
            Purpose::BootPage => self.checkpoint_done(cx),
            Purpose::PageRead(frame) => self.page_read(frame, cx),
            Purpose::BackupRead => self.backup_read(cx),
            Purpose::Pages(group) => self.pages_written(group, cx.now() - request.submitted, cx),
        }
    }

    fn log_flushed(&mut self, cx: &mut Cx<'_, Event>) {
        self.log.flush_done();
        self.acknowledge(cx);
        self.write_hardened(cx);
        self.checkpoint_log_flushed(cx);
        self.flush_log(cx);
    }
}
