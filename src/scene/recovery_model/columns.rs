//! The columns of the results table, by what is compared.

use super::run::Compare;
use super::words::{wait_name, wait_words};
use crate::view::{digits, plain_number};

/// A column: heading, stat, and how the value is written.
pub(super) type Shown = (&'static str, &'static str, fn(f64) -> String);

fn whole(value: f64) -> String {
    plain_number(value, 0)
}

fn tenths(value: f64) -> String {
    if value < 1.0 {
        return digits(value, 2);
    }
    plain_number(value, 1)
}

fn few(value: f64) -> String {
    digits(value, 3)
}

const ELAPSED: Shown = ("ElapsedSeconds", "elapsed_s", tenths);
const WRITELOG: Shown = ("WriteLogSeconds", "writelog_wait_s", tenths);
const WRITTEN: Shown = ("LogWrittenMB", "log_written_mib", tenths);
const REUSE: Shown = ("LogReuseWait", "log_reuse_wait", wait_name);
const BEFORE: Shown = ("BeforeLogBackup", "log_reuse_wait_before", wait_name);
const AFTER: Shown = ("AfterLogBackup", "log_reuse_wait", wait_name);
const COMMITS: Shown = ("Commits/s", "commits_per_s", whole);
const ERRORS: Shown = ("Error 9002", "errors_9002", whole);
const USED_MAX: Shown = ("Most log used or reserved, MiB", "log_used_mib_max", tenths);
const SIZE: Shown = ("Log file, MiB", "log_size_mib", whole);

/// The columns; of rounds that end at a time, with the commits that they made until then.
pub(super) fn columns(compare: Compare, is_timed: bool) -> &'static [Shown] {
    match compare {
        Compare::Models | Compare::Pairs if is_timed => {
            &[("Commits", "commits", whole), WRITELOG, WRITTEN, REUSE]
        }
        Compare::Models | Compare::Pairs => &[ELAPSED, WRITELOG, WRITTEN, REUSE],
        Compare::Connections => &[
            COMMITS,
            ("Commits a flush", "commits_per_flush", few),
            ("Bytes a commit", "log_bytes_per_commit", whole),
            ("WRITELOG, mean", "writelog_wait_ms_avg", wait_words),
            ("Last-page latch, s", "pagelatch_wait_s", few),
        ],
        Compare::Disks => &[
            COMMITS,
            ("WRITELOG waits/s", "writelog_waits_per_s", whole),
            ("WRITELOG, mean", "writelog_wait_ms_avg", wait_words),
            WRITELOG,
            ELAPSED,
        ],
        Compare::Loads => &[
            WRITTEN,
            ("Log backup, MiB", "log_backup_mib", tenths),
            ("Extents in it", "bulk_extents", whole),
            REUSE,
        ],
        Compare::Reuse | Compare::Backups | Compare::Chain | Compare::Shrink => freed(compare),
        Compare::Schedule => &[
            ("Commits", "commits", whole),
            USED_MAX,
            SIZE,
            ("Full at, s", "full_at_s", tenths),
            ERRORS,
            REUSE,
        ],
        Compare::Holders => &[("Commits", "commits", whole), USED_MAX, SIZE, ERRORS, REUSE],
        Compare::Durability => &[
            COMMITS,
            WRITELOG,
            ("Flushes", "flushes", whole),
            ("Bytes a commit", "log_bytes_per_commit", whole),
            ("Most commits at risk", "commits_at_risk_max", whole),
        ],
        Compare::Sectors => &[
            WRITTEN,
            ("Bytes a commit", "log_bytes_per_commit", whole),
            ("Flushes", "flushes", whole),
            ELAPSED,
        ],
    }
}

/// Of those that end with a few statements.
fn freed(compare: Compare) -> &'static [Shown] {
    match compare {
        Compare::Reuse => &[
            WRITTEN,
            BEFORE,
            ("VLFs freed", "vlfs_freed_after", whole),
            AFTER,
        ],
        Compare::Backups => &[
            ("Before the backup", "log_reuse_wait_before", wait_name),
            ("VLFs freed", "vlfs_freed_after", whole),
            ("After it", "log_reuse_wait", wait_name),
            ("Log used, MiB", "log_used_mib", tenths),
        ],
        Compare::Chain => &[
            WRITTEN,
            ("VLFs active", "vlf_active", whole),
            ("Log used, MiB", "log_used_mib", tenths),
            REUSE,
        ],
        _ => &[
            REUSE,
            ("Log used, MiB", "log_used_mib", tenths),
            ("Given back, MiB", "shrunk_mib", whole),
            SIZE,
        ],
    }
}
