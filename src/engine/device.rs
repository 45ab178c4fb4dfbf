//! Named storage devices. Figures are the makers' own where they publish them; the rest says so.

use super::disk::IoKind;
use crate::kernel::Span;
use crate::page_words as words;
use crate::units::{BytesPerSec, MIB};

/// The part of an access latency that varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// Evenly from nothing to this: where the platter happens to be.
    Uniform(Span),
    /// Exponential with this mean: flash translation, queueing inside the device or the network.
    Exponential(Span),
}

/// The latency of one access: a fixed part, and what varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Always paid.
    pub fixed: Span,
    /// Drawn for each request.
    pub jitter: Jitter,
}

/// A storage device.
#[derive(Debug, PartialEq, Eq)]
pub struct Device {
    /// Name in links and on the command line.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Where the figures come from.
    pub source: &'static str,
    /// Access of a read.
    pub read: Access,
    /// Access of a write.
    pub write: Access,
    /// Access of a request that starts where the last one ended.
    pub sequential: Access,
    /// Requests that the device works on at once.
    pub parallel: u32,
    /// Bytes a second, reading.
    pub read_rate: BytesPerSec,
    /// Bytes a second, writing.
    pub write_rate: BytesPerSec,
}

impl Device {
    /// The access latency of a request.
    #[must_use]
    pub fn access(&self, kind: IoKind, sequential: bool) -> Access {
        match (sequential, kind) {
            (true, _) => self.sequential,
            (false, IoKind::Read) => self.read,
            (false, IoKind::Write) => self.write,
        }
    }

    /// The transfer rate of a direction.
    #[must_use]
    pub fn rate(&self, kind: IoKind) -> BytesPerSec {
        match kind {
            IoKind::Read => self.read_rate,
            IoKind::Write => self.write_rate,
        }
    }
}

const fn us(us: u64) -> Span {
    Span::from_us(us)
}

/// From a spinning disk to NVMe. SQL Server opens its files for write-through (Microsoft, "SQL
/// Server on Linux: Forced Unit Access internals"), so a write counts when it would survive a loss
/// of power: a flash device without capacitors has to flush its cache first.
pub static DEVICES: &[Device] = &[
    Device {
        key: "hdd-7200",
        label: "Hard disk, 7,200 rpm",
        source: words(
            "HGST Ultrastar 7K4000 specification, table 6: seek 8.2 ms read and write; one \
                 revolution is 8.3 ms. Assumptions: 171 MB/s, 0.1 ms when nothing has to move",
        ),
        read: Access {
            fixed: us(8_200),
            jitter: Jitter::Uniform(us(8_333)),
        },
        write: Access {
            fixed: us(8_200),
            jitter: Jitter::Uniform(us(8_333)),
        },
        sequential: Access {
            fixed: us(100),
            jitter: Jitter::Uniform(us(100)),
        },
        parallel: 1,
        read_rate: BytesPerSec::from_mb(171),
        write_rate: BytesPerSec::from_mb(171),
    },
    Device {
        key: "hdd-15k",
        label: "Hard disk, 15,000 rpm",
        source: words(
            "Seagate Cheetah 15K.7 product manual: 2.0 ms average latency (4 ms a revolution), \
                 122 to 204 MB/s from inner to outer tracks, 163 taken; seek 3.4 ms read, 3.9 ms \
                 write. Assumption: 0.1 ms when nothing has to move",
        ),
        read: Access {
            fixed: us(3_300),
            jitter: Jitter::Uniform(us(4_000)),
        },
        write: Access {
            fixed: us(3_800),
            jitter: Jitter::Uniform(us(4_000)),
        },
        sequential: Access {
            fixed: us(100),
            jitter: Jitter::Uniform(us(100)),
        },
        parallel: 1,
        read_rate: BytesPerSec::from_mb(163),
        write_rate: BytesPerSec::from_mb(163),
    },
    Device {
        key: "sata-ssd",
        label: "SATA SSD in a PC",
        source: words(
            "Samsung 870 EVO: 560 and 530 MB/s, 13,000 reads/s at depth 1, 98,000 at depth 32 \
                 (KitGuru's review quotes the maker). Writes pay a cache flush: 0.9 ms was \
                 measured on the maker's 990 Pro, also without capacitors \
                 (smalldatum.blogspot.com, January 2026); that the 870 EVO takes as long is an \
                 assumption",
        ),
        read: Access {
            fixed: us(57),
            jitter: Jitter::Exponential(us(20)),
        },
        write: Access {
            fixed: us(600),
            jitter: Jitter::Exponential(us(300)),
        },
        sequential: Access {
            fixed: us(600),
            jitter: Jitter::Exponential(us(300)),
        },
        parallel: 8,
        read_rate: BytesPerSec::from_mb(560),
        write_rate: BytesPerSec::from_mb(530),
    },
    Device {
        key: "sata-ssd-server",
        label: "SATA SSD in a server",
        source: words(
            "Intel DC S4600 specification: random access 110 µs read, 52 µs write, sequential \
                 36 µs, 72,000 and 65,000 IOPS at depth 32, 500 and 490 MB/s, power protected",
        ),
        read: Access {
            fixed: us(90),
            jitter: Jitter::Exponential(us(20)),
        },
        write: Access {
            fixed: us(42),
            jitter: Jitter::Exponential(us(10)),
        },
        sequential: Access {
            fixed: us(30),
            jitter: Jitter::Exponential(us(6)),
        },
        parallel: 8,
        read_rate: BytesPerSec::from_mb(500),
        write_rate: BytesPerSec::from_mb(490),
    },
    Device {
        key: "nvme-server",
        label: "NVMe SSD in a server",
        source: words(
            "Samsung PM9A3: 6,500 and 3,500 MB/s, 900,000 and 200,000 IOPS (heise.de 4720224); \
                 12 to 58 µs for a flushed 16 KB write on SSDs with power-loss protection \
                 (smalldatum.blogspot.com, January 2026). Assumption: 85 µs a read, as Intel gives \
                 for its P4500",
        ),
        read: Access {
            fixed: us(70),
            jitter: Jitter::Exponential(us(15)),
        },
        write: Access {
            fixed: us(25),
            jitter: Jitter::Exponential(us(10)),
        },
        sequential: Access {
            fixed: us(25),
            jitter: Jitter::Exponential(us(10)),
        },
        parallel: 64,
        read_rate: BytesPerSec::from_mb(6_500),
        write_rate: BytesPerSec::from_mb(3_500),
    },
    Device {
        key: "cloud-gp3",
        label: "Cloud volume (gp3)",
        source: words(
            "Amazon EBS gp3 at its baseline: 3,000 IOPS and 125 MiB/s, single-digit \
                 milliseconds. Assumption: 1 ms on average, and a smooth limit",
        ),
        read: Access {
            fixed: us(700),
            jitter: Jitter::Exponential(us(300)),
        },
        write: Access {
            fixed: us(700),
            jitter: Jitter::Exponential(us(300)),
        },
        sequential: Access {
            fixed: us(700),
            jitter: Jitter::Exponential(us(300)),
        },
        parallel: 3,
        read_rate: BytesPerSec::new(125 * MIB),
        write_rate: BytesPerSec::new(125 * MIB),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_device_is_named_once_and_says_where_its_figures_come_from() {
        for (i, device) in DEVICES.iter().enumerate() {
            assert!(
                device.parallel > 0 && device.source.len() > 40,
                "{}",
                device.key
            );
            assert!(DEVICES[..i].iter().all(|d| d.key != device.key));
        }
    }
}
