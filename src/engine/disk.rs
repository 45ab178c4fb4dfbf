//! A queue in front of a device.
//!
//! A request first waits for a free place in the device, then pays an access latency (places work
//! in parallel), then moves its bytes over the device's one path (one request at a time). So small
//! requests are bounded by `parallel / access` and large ones by the rate.
//!
//! Requests are served in the order in which they came. Reordering inside the device (an elevator,
//! a write cache) is left out.

use std::collections::VecDeque;

use super::device::{Access, Device};
use crate::kernel::{Digest, SimTime, Span};
use crate::units::Bytes;

/// Read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IoKind {
    /// From the device.
    Read,
    /// To the device.
    Write,
}

/// One I/O.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<T> {
    /// What it is for.
    pub purpose: T,
    /// Direction.
    pub kind: IoKind,
    /// Where it starts on the device, in bytes.
    pub address: u64,
    /// How much.
    pub bytes: Bytes,
    /// When it was handed to the queue: latency counts from here.
    pub submitted: SimTime,
}

/// A place in the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub u32);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PlaceState<T> {
    Free,
    Accessing(Request<T>),
    WaitingForPath(Request<T>),
    Moving(Request<T>),
}

/// A device with its queue.
#[derive(Clone, Debug)]
pub struct Disk<T> {
    device: &'static Device,
    queue: VecDeque<Request<T>>,
    places: Vec<PlaceState<T>>,
    /// Places whose access is done, waiting for the path, first come first served.
    path_queue: VecDeque<Place>,
    path_busy: bool,
    /// Where the last started request ends: the next one is sequential if it starts here.
    head: u64,
}

impl<T: Clone> Disk<T> {
    /// An idle device.
    #[must_use]
    pub fn new(device: &'static Device) -> Self {
        let places = (0..device.parallel).map(|_| PlaceState::Free).collect();
        Self {
            device,
            queue: VecDeque::new(),
            places,
            path_queue: VecDeque::new(),
            path_busy: false,
            head: u64::MAX,
        }
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &'static Device {
        self.device
    }

    /// Puts a request at the end of the queue.
    pub fn submit(&mut self, request: Request<T>) {
        assert!(request.bytes.0 > 0, "a request moves at least a byte");
        self.queue.push_back(request);
    }

    /// Requests handed over and not done.
    #[must_use]
    pub fn outstanding(&self) -> u32 {
        let busy = self
            .places
            .iter()
            .filter(|p| !matches!(p, PlaceState::Free))
            .count();
        (busy + self.queue.len()) as u32
    }

    /// Starts the next queued request if a place is free: the place, and how long its access
    /// takes once `luck` has drawn the part that varies.
    pub fn start_next(&mut self, luck: impl FnOnce(&Access) -> Span) -> Option<(Place, Span)> {
        let free = self
            .places
            .iter()
            .position(|p| matches!(p, PlaceState::Free))?;
        let request = self.queue.pop_front()?;
        let access = self
            .device
            .access(request.kind, request.address == self.head);
        self.head = request.address.saturating_add(request.bytes.0);
        let span = access.fixed + luck(&access);
        *self.place_mut(Place(free as u32)) = PlaceState::Accessing(request);
        Some((Place(free as u32), span))
    }

    /// The access of `place` is done. When the path is free, its transfer starts: returns the place
    /// and how long the transfer takes.
    pub fn accessed(&mut self, place: Place) -> Option<(Place, Span)> {
        let state = self.place_mut(place);
        let PlaceState::Accessing(request) = state.clone() else {
            panic!("place {} is not accessing", place.0);
        };
        *state = PlaceState::WaitingForPath(request);
        self.path_queue.push_back(place);
        self.take_path()
    }

    /// The transfer of `place` is done: returns its request, and the next transfer that starts.
    pub fn moved(&mut self, place: Place) -> (Request<T>, Option<(Place, Span)>) {
        let PlaceState::Moving(request) =
            std::mem::replace(self.place_mut(place), PlaceState::Free)
        else {
            panic!("place {} is not moving bytes", place.0);
        };
        self.path_busy = false;
        (request, self.take_path())
    }

    fn take_path(&mut self) -> Option<(Place, Span)> {
        if self.path_busy {
            return None;
        }
        let place = self.path_queue.pop_front()?;
        let state = self.place_mut(place);
        let PlaceState::WaitingForPath(request) = state.clone() else {
            panic!("place {} is not waiting for the path", place.0);
        };
        let (kind, bytes) = (request.kind, request.bytes);
        *state = PlaceState::Moving(request);
        self.path_busy = true;
        Some((
            place,
            Span::from_ns(self.device.rate(kind).transfer_ns(bytes)),
        ))
    }

    fn place_mut(&mut self, place: Place) -> &mut PlaceState<T> {
        self.places
            .get_mut(place.0 as usize)
            .expect("a place of this device")
    }

    /// Folds the state into a digest.
    pub fn digest(&self, into: &mut Digest) {
        into.u32(self.queue.len() as u32);
        into.u32(self.path_queue.len() as u32);
        into.u64(self.head);
        for place in &self.places {
            into.u8(match place {
                PlaceState::Free => 0,
                PlaceState::Accessing(_) => 1,
                PlaceState::WaitingForPath(_) => 2,
                PlaceState::Moving(_) => 3,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::device::DEVICES;

    /// Runs every submitted request to its end with no luck drawn; returns (purpose, done at).
    fn run(disk: &mut Disk<u32>, requests: Vec<Request<u32>>) -> Vec<(u32, SimTime)> {
        let mut now = SimTime::ZERO;
        let mut events: Vec<(SimTime, u32, bool)> = Vec::new();
        requests.into_iter().for_each(|r| disk.submit(r));
        let mut done = Vec::new();
        loop {
            while let Some((place, span)) = disk.start_next(|_| Span::ZERO) {
                events.push((now + span, place.0, false));
            }
            events.sort();
            if events.is_empty() {
                return done;
            }
            let (at, place, moving) = events.remove(0);
            now = at;
            let next = if moving {
                let (request, next) = disk.moved(Place(place));
                done.push((request.purpose, now));
                next
            } else {
                disk.accessed(Place(place))
            };
            events.extend(next.map(|(p, span)| (now + span, p.0, true)));
        }
    }

    fn write(purpose: u32, address: u64, bytes: u64) -> Request<u32> {
        let submitted = SimTime::ZERO;
        Request {
            purpose,
            kind: IoKind::Write,
            address,
            bytes: Bytes(bytes),
            submitted,
        }
    }

    #[test]
    fn large_requests_are_bounded_by_the_rate() {
        for device in DEVICES {
            let mut disk = Disk::new(device);
            let bytes = 1 << 20;
            let done = run(
                &mut disk,
                (0..64)
                    .map(|i| write(i, u64::from(i) << 20, bytes))
                    .collect(),
            );
            assert_eq!(done.len(), 64);
            let floor = device.write_rate.transfer_ns(Bytes(64 * bytes));
            let last = done.iter().map(|d| d.1.as_ns()).max().expect("64 requests");
            assert!(
                last >= floor,
                "{}: {last} ns is faster than the rate",
                device.key
            );
            assert_eq!(disk.outstanding(), 0);
        }
    }

    #[test]
    fn places_work_in_parallel_on_small_requests() {
        for device in DEVICES.iter().filter(|d| d.parallel > 1) {
            let one = run(&mut Disk::new(device), vec![write(0, 0, 512)])[0]
                .1
                .as_ns();
            let many = (0..device.parallel).map(|i| write(i, u64::from(i) * 99_999, 512));
            let all = run(&mut Disk::new(device), many.collect());
            let last = all.iter().map(|d| d.1.as_ns()).max().expect("one at least");
            let transfers = device.write_rate.transfer_ns(Bytes(512)) * u64::from(device.parallel);
            assert!(
                last <= one + transfers,
                "{}: {last} ns for all, {one} for one",
                device.key
            );
        }
    }
}
