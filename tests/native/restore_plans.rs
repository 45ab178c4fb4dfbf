//! The plan of a restore against brute force: every choice of a full backup, a differential of it
//! and log backups in every order, on small random histories.

use dirty_pages::engine::backups::{BackupKind, Backups, RecoveryModel};
use dirty_pages::engine::reach::{Reach, plan_until, reachable};
use dirty_pages::engine::restore::{Loss, Plan, Refusal, Shelf, Target, plan, tail};
use dirty_pages::kernel::{Rng, SimTime, Stream};
use dirty_pages::units::Lsn;

const HISTORIES: u64 = 3_000;

/// A history of up to nine backups, with copy-only ones, bulk loads and changes of model.
fn history(run: u64) -> (Backups, Lsn, Vec<u32>) {
    let mut rng = Rng::new(run, Stream::new(905, 0));
    let models = [
        RecoveryModel::Full,
        RecoveryModel::BulkLogged,
        RecoveryModel::Simple,
    ];
    let mut backups = Backups::new(models[rng.below(3) as usize]);
    let (mut end, mut at) = (0, SimTime::ZERO);
    for _ in 0..rng.range_inclusive(1, 12) {
        end += rng.range_inclusive(1, 9);
        at += dirty_pages::kernel::Span::from_secs(1);
        let first = Lsn(end - rng.below(end.min(6) + 1));
        let is_copy_only = rng.chance(1, 4);
        match rng.below(10) {
            0 | 1 => backups.full(first, Lsn(end), at, is_copy_only),
            2 => drop(backups.differential(first, Lsn(end), at)),
            3 if backups.model() != RecoveryModel::Full => backups.bulk_load(1),
            4 if rng.chance(1, 4) => backups.set_model(models[rng.below(3) as usize]),
            _ => drop(backups.log(Lsn(end), at, is_copy_only)),
        }
    }
    let count = backups.sets().len() as u64;
    let damaged = (0..2).map(|_| rng.below(2 * count + 2) as u32).collect();
    (backups, Lsn(end + rng.below(5)), damaged)
}

/// A log backup to restore: from, to, and whether its end alone can be asked for.
type Log = (Lsn, Lsn, bool);

/// The furthest that can be got with the fewest steps, from `at` on: every order of `logs`.
fn best(at: Lsn, steps: u32, logs: &[Log], asked: Lsn) -> (Lsn, std::cmp::Reverse<u32>) {
    let mut found = (at, std::cmp::Reverse(steps));
    for (place, (first, last, has_bulk_changes)) in logs.iter().enumerate() {
        let can_stop = !has_bulk_changes || *last <= asked;
        if at < asked && *first <= at && *last > at && can_stop {
            let mut left = logs.to_vec();
            left.remove(place);
            found = found.max(best((*last).min(asked), steps + 1, &left, asked));
        }
    }
    found
}

fn brute_force(shelf: Shelf<'_>, asked: Option<Lsn>) -> Option<(Lsn, u32)> {
    let limit = asked.unwrap_or(Lsn(u64::MAX));
    let is_readable = |place: &usize| !shelf.damaged.contains(&(*place as u32));
    let sets: Vec<_> = (0..shelf.sets.len()).filter(is_readable).collect();
    let kind = |place: usize| shelf.sets[place].kind;
    let logs = sets.iter().filter(|p| kind(**p) == BackupKind::Log);
    let logs = logs.map(|p| &shelf.sets[*p]);
    let mut logs: Vec<Log> = logs
        .map(|s| (s.first_lsn, s.last_lsn, s.has_bulk_changes))
        .collect();
    logs.extend(
        shelf
            .tail
            .map(|t| (t.first_lsn, t.last_lsn, t.has_bulk_changes)),
    );
    let mut found = Vec::new();
    for full in sets.iter().filter(|p| kind(**p) == BackupKind::Full) {
        let mut starts = vec![(shelf.sets[*full].last_lsn, 1)];
        let of_it = |p: &&usize| shelf.sets[**p].base == Some(*full as u32);
        let all = sets.iter().filter(of_it);
        starts.extend(all.map(|p| (shelf.sets[*p].last_lsn, 2)));
        let early = starts.into_iter().filter(|(at, _)| *at <= limit);
        found.extend(early.map(|(at, steps)| best(at, steps, &logs, limit)));
    }
    let reached = found.into_iter().max()?;
    let is_there = asked.is_none_or(|asked| reached.0 == asked);
    is_there.then_some((reached.0, reached.1.0))
}

fn told(plan: &Result<Plan, Refusal>) -> Option<(Lsn, u32)> {
    plan.as_ref()
        .ok()
        .map(|plan| (plan.restorable_to, plan.steps()))
}

#[test]
fn no_restore_leads_further_or_has_fewer_steps() {
    let (mut plans, mut refusals) = (0, 0);
    for run in 0..HISTORIES {
        let (backups, end, damaged) = history(run);
        for loss in [Loss::Memory, Loss::Data, Loss::DataAndLog] {
            let shelf = Shelf {
                sets: backups.sets(),
                damaged: &damaged,
                tail: tail(&backups, end, loss).ok(),
                model: backups.model(),
            };
            let latest = plan(shelf, Target::Latest);
            assert_eq!(told(&latest), brute_force(shelf, None), "run {run}");
            let spans = reachable(shelf);
            for asked in (0..=end.0 + 1).map(Lsn) {
                let found = plan(shelf, Target::At(asked));
                let expected = brute_force(shelf, Some(asked));
                assert_eq!(told(&found), expected, "run {run}, to {asked}");
                let is_inside = spans.iter().any(|s| s.from <= asked && asked <= s.to);
                assert_eq!(found.is_ok(), is_inside, "run {run}, to {asked}: {spans:?}");
                let before = spans.iter().filter(|s| s.from <= asked);
                let before = before.map(|s| s.to.min(asked)).max();
                let until = plan_until(shelf, asked).ok().map(|p| p.restorable_to);
                assert_eq!(until, before, "run {run}, until {asked}");
                plans += u32::from(found.is_ok());
                refusals += u32::from(found.is_err());
            }
        }
    }
    assert!(plans > 20_000 && refusals > 20_000, "{plans} {refusals}");
}

#[test]
fn the_reach_is_that_of_the_best_plan_as_backups_are_taken() {
    for run in 0..HISTORIES {
        let (backups, _, damaged) = history(run);
        let mut reach = Reach::default();
        for (place, set) in (0..).zip(backups.sets()) {
            reach.add(set, damaged.contains(&place));
            let shelf = Shelf {
                sets: &backups.sets()[..=place as usize],
                damaged: &damaged,
                tail: None,
                model: backups.model(),
            };
            let latest = plan(shelf, Target::Latest).ok().map(|p| p.restorable_to);
            assert_eq!(reach.latest(), latest, "run {run}, backup {place}");
        }
    }
}
