//! What facts section 3.7 says of each recovery model, against many seeds of the model.
//!
//! They are rules and no measurements: the mechanism either keeps them or it does not.

use super::Crash;
use crate::claims::{Claim, report_with, spread};
use crate::view::{Report, digits};

const SEEDS: u64 = 20;

const CLAIM: Claim = Claim {
    scene: "crash",
    preset: "data-file-lost",
    figure: "",
    published: "",
    must_show: "",
    simulated: String::new(),
    holds: false,
    note: "",
};

/// The days of a preset.
struct Days(Vec<Report>);

impl Days {
    fn of(preset: &str) -> Self {
        Self::with(preset, &[])
    }

    fn with(preset: &str, set: &[(&str, i64)]) -> Self {
        let report = |seed| report_with(&Crash, preset, set, seed);
        Self((1..=SEEDS).map(report).collect())
    }

    /// Least and largest of a figure.
    fn range(&self, key: &str, name: &str) -> (f64, f64) {
        let stat = |r: &Report| r.variant(key)?.stat(name);
        let (least, _, most) = spread(self.0.iter().filter_map(stat).collect());
        (least, most)
    }

    fn is(&self, key: &str, name: &str, value: f64) -> bool {
        let (least, most) = self.range(key, name);
        (least - value).abs() < 1e-9 && (most - value).abs() < 1e-9
    }

    fn told(&self, key: &str, name: &str) -> String {
        let (least, most) = self.range(key, name);
        if (most - least).abs() < 1e-9 {
            digits(least, 4)
        } else {
            format!("{} to {}", digits(least, 4), digits(most, 4))
        }
    }

    /// The figure of each side, as "FULL 0, BULK_LOGGED 0, SIMPLE 0".
    fn each(&self, name: &str) -> String {
        let sides = [
            ("FULL", "full"),
            ("BULK_LOGGED", "bulk_logged"),
            ("SIMPLE", "simple"),
        ];
        let told = sides.map(|(label, key)| format!("{label} {}", self.told(key, name)));
        told.join(", ")
    }
}

const KEYS: [&str; 3] = ["full", "bulk_logged", "simple"];

/// All claims of the scene.
#[must_use]
pub fn claims() -> Vec<Claim> {
    let mut all = restarts();
    all.extend(losses());
    all.extend(points_in_time());
    all.extend(chains());
    all
}

fn restarts() -> Vec<Claim> {
    let (once, twice) = (Days::of("pull-the-plug"), Days::of("crash-in-recovery"));
    let delayed = Days::of("delayed-durability");
    let none = |days: &Days| KEYS.iter().all(|key| days.is(key, "lost", 0.0));
    let lost = delayed.range("full", "lost");
    vec![
        Claim {
            preset: "pull-the-plug",
            figure: "committed transactions lost, files whole",
            published: "none: hardened at commit, in every model (question 21)",
            must_show: "0 in each of 20 days",
            simulated: once.each("lost"),
            holds: none(&once),
            ..CLAIM
        },
        Claim {
            preset: "crash-in-recovery",
            figure: "the same, with a second crash during recovery",
            published: "none: undo is logged (ARIES)",
            must_show: "0 in each of 20 days",
            simulated: twice.each("lost"),
            holds: none(&twice),
            ..CLAIM
        },
        Claim {
            preset: "delayed-durability",
            figure: "the same, with delayed durability",
            published: "some: a commit returns before its write (D15)",
            must_show: "some in the worst of 20 days, the same in each model",
            simulated: delayed.each("lost"),
            holds: lost.1 >= 1.0 && KEYS.iter().all(|k| delayed.range(k, "lost") == lost),
            note: "how many is a matter of the assumed timer",
            ..CLAIM
        },
    ]
}

fn losses() -> Vec<Claim> {
    let (data, both) = (Days::of("data-file-lost"), Days::of("both-lost"));
    let bulk = Days::of("tail-with-bulk");
    let (least, most) = data.range("simple", "restorable_to");
    let apart = both.range("full", "minutes_lost");
    vec![
        Claim {
            figure: "FULL, data file lost: minutes lost",
            published: "none: to the failure, with a tail-log backup (D22)",
            must_show: "0 in each of 20 days",
            simulated: data.told("full", "minutes_lost"),
            holds: data.is("full", "minutes_lost", 0.0),
            ..CLAIM
        },
        Claim {
            figure: "SIMPLE, data file lost: comes back as of minute",
            published: "end of the last full or differential backup (D21)",
            must_show: "240 to 242, the differential of minute 240, in each of 20 days",
            simulated: data.told("simple", "restorable_to"),
            holds: least >= 240.0 && most <= 242.0,
            ..CLAIM
        },
        Claim {
            preset: "both-lost",
            figure: "FULL, data and log lost: minutes lost",
            published: "what was not backed up (D23)",
            must_show: "7, since the log backup of minute 360, in each of 20 days",
            simulated: both.told("full", "minutes_lost"),
            holds: apart.0 >= 6.9 && apart.1 <= 7.0,
            ..CLAIM
        },
        Claim {
            preset: "tail-with-bulk",
            figure: "tail-log backup after a bulk load, data file lost (1: taken)",
            published: "fails under BULK_LOGGED (B40), not under FULL",
            must_show: "FULL 1, BULK_LOGGED 0, SIMPLE 0 in each of 20 days",
            simulated: bulk.each("tail_log"),
            holds: bulk.is("full", "tail_log", 1.0)
                && bulk.is("bulk_logged", "tail_log", 0.0)
                && bulk.is("simple", "tail_log", 0.0),
            ..CLAIM
        },
    ]
}

fn points_in_time() -> Vec<Claim> {
    let quiet = Days::of("point-in-time");
    let bulk = Days::of("bulk-no-point-in-time");
    let refused = |days: &Days, expected: [f64; 3]| {
        let mut pairs = KEYS.iter().zip(expected);
        pairs.all(|(key, value)| days.is(key, "restore_refused", value))
    };
    vec![
        Claim {
            preset: "point-in-time",
            figure: "STOPAT between backups (1: refused)",
            published: "SIMPLE can\u{2019}t; BULK_LOGGED can where there are no bulk changes (B38)",
            must_show: "FULL 0, BULK_LOGGED 0, SIMPLE 1, and FULL ends there, in each of 20 days",
            simulated: format!(
                "{}; FULL back to minute {}",
                quiet.each("restore_refused"),
                quiet.told("full", "restorable_to")
            ),
            holds: refused(&quiet, [0.0, 0.0, 1.0]) && quiet.is("full", "restorable_to", 307.0),
            note: "D21 says flatly that BULK_LOGGED can\u{2019}t; the older topic is precise",
            ..CLAIM
        },
        Claim {
            preset: "bulk-no-point-in-time",
            figure: "STOPAT inside a log backup with bulk changes (1: refused)",
            published: "fails under BULK_LOGGED (B38)",
            must_show: "FULL 0, BULK_LOGGED 1, SIMPLE 1 in each of 20 days",
            simulated: bulk.each("restore_refused"),
            holds: refused(&bulk, [0.0, 1.0, 1.0]),
            ..CLAIM
        },
    ]
}

fn chains() -> Vec<Claim> {
    let data = Days::of("data-file-lost");
    let whole = Days::with("which-log-backups-may-go", &[("damaged", 0)]);
    let missing = Days::of("which-log-backups-may-go");
    let (before, after) = (
        whole.told("full", "restorable_to"),
        missing.told("full", "restorable_to"),
    );
    vec![
        Claim {
            figure: "log backups refused by 14:07, of 24 due",
            published: "all under SIMPLE, error 4208; none with a chain",
            must_show: "FULL 0, BULK_LOGGED 0, SIMPLE 24 in each of 20 days",
            simulated: data.each("refused_backups"),
            holds: data.is("full", "refused_backups", 0.0)
                && data.is("bulk_logged", "refused_backups", 0.0)
                && data.is("simple", "refused_backups", 24.0),
            ..CLAIM
        },
        Claim {
            preset: "which-log-backups-may-go",
            figure: "FULL, a log backup from before the last full one missing: back to minute",
            published: "no matter: the chain must reach the full backup\u{2019}s end (question 29)",
            must_show: "the same as with all of them",
            simulated: format!("{after}, with all {before}"),
            holds: before == after,
            ..CLAIM
        },
    ]
}
