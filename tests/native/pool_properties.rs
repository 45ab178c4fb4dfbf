//! Properties of the buffer pool over many settings and seeds. The model asserts its invariants
//! after every event (WAL rule, one write of a page at a time, counts equal the grid); these look
//! from outside, and watch single events.

use std::rc::Rc;

use dirty_pages::engine::frame::{FrameId, FrameState};
use dirty_pages::engine::page::PageId;
use dirty_pages::kernel::{Budget, Limits, Rng, SimTime, Simulation, Stream};
use dirty_pages::params::to_settings;
use dirty_pages::scene::buffer_pool::model::BufferPool;
use dirty_pages::scene::buffer_pool::model::series::SERIES;
use dirty_pages::scene::buffer_pool::params::{PARAMS, Settings};
use dirty_pages::scene::{CommandAt, Run, Zoom};
use dirty_pages::units::Lsn;
use dirty_pages::view::{Cell, RoundReport};

use crate::pool_crash::random_values;
use crate::scene;

const RUNS: u64 = 1_000;

fn commands(rng: &mut Rng) -> Vec<CommandAt> {
    let keys = scene("buffer_pool").command_keys();
    let mut all: Vec<CommandAt> = (0..rng.below(3))
        .map(|_| CommandAt {
            at: SimTime::from_ms(rng.below(2_500)),
            key: keys[rng.below(keys.len() as u64) as usize],
        })
        .collect();
    all.sort_by_key(|c| c.at);
    all
}

fn stat(round: &RoundReport, name: &str) -> f64 {
    let found = round.stats.iter().find(|s| s.name == name);
    found.unwrap_or_else(|| panic!("no stat {name}")).value
}

/// What must hold for the figures of a side.
fn check_round(round: &RoundReport, run: u64) {
    let writers = ["checkpoint", "background", "lazy", "backup"];
    let by_writer: f64 = writers
        .iter()
        .map(|w| stat(round, &format!("{w}_page_writes")))
        .sum();
    assert!(
        (by_writer - stat(round, "page_writes")).abs() < 0.5,
        "run {run}"
    );
    assert!(stat(round, "dirty_pages_avg") <= stat(round, "dirty_pages_max") + 0.1);
    assert!(stat(round, "page_writes_per_s_max") <= stat(round, "page_writes") + 0.5);
    assert!(stat(round, "rows_changed") + 0.5 >= stat(round, "commits"));
    assert!(stat(round, "page_reads") <= stat(round, "evictions") + 3_000.0);
    for figure in &round.stats {
        assert!(
            figure.value.is_nan() || figure.value >= 0.0,
            "run {run}: {}",
            figure.name
        );
    }
}

fn check_view(run: &dyn Run, at: SimTime, number: u64) {
    let view = run.view(at, Zoom::Whole);
    for grid in &view.grids {
        let dirty = grid.count(Cell::Dirty) + grid.count(Cell::Writing);
        let pinned = grid.count(Cell::Pinned);
        assert!(
            dirty <= grid.dirty_count && grid.dirty_count <= dirty + pinned,
            "run {number}"
        );
    }
    for chart in &view.charts {
        assert!(
            chart.x.max > chart.x.min && chart.y.max > chart.y.min,
            "{}",
            chart.id
        );
        for series in &chart.series {
            assert!(
                series
                    .points
                    .iter()
                    .all(|p| p.0.is_finite() && p.1.is_finite())
            );
            assert!(
                series.points.windows(2).all(|w| w[0].0 <= w[1].0),
                "{}",
                chart.id
            );
        }
    }
    let columns = view.results.columns.len();
    assert!(
        view.results
            .rows
            .iter()
            .all(|row| row.cells.len() == columns)
    );
    assert!(!view.takeaway.is_empty());
}

#[test]
fn any_legal_run_ends_adds_up_and_can_be_shown() {
    let (mut checkpoints, mut evictions, mut backups, mut forks) = (0.0, 0.0, 0, 0);
    for number in 0..RUNS {
        let mut rng = Rng::new(number, Stream::new(901, 0));
        let values = random_values(&mut rng);
        let commands = commands(&mut rng);
        let mut run = scene("buffer_pool").start(&values, number, &commands);
        dirty_pages::scene::run_to_end(run.as_mut());
        forks += commands.len();
        let report = run.report();
        for variant in &report.variants {
            let round = variant.rounds.first().expect("a round");
            check_round(round, number);
            checkpoints += stat(round, "checkpoints");
            evictions += stat(round, "evictions");
            backups += usize::from(round.stats.iter().any(|s| s.name == "backup_ms"));
        }
        if number % 10 == 0 {
            let horizon = run.horizon().as_ns();
            for share in [0, 1, 2, 3] {
                check_view(run.as_ref(), SimTime::from_ns(horizon / 3 * share), number);
            }
        }
    }
    assert!(checkpoints > 2_000.0 && evictions > 10_000.0 && backups > 300 && forks > 700);
}

/// What is looked at before an event, to compare with after it.
struct Before {
    page_lsns: Vec<(PageId, Lsn)>,
    flushed: Lsn,
    evictions: u64,
    commits: u64,
}

fn before(model: &BufferPool) -> Before {
    let pool = model.pool();
    let frames = (0..pool.frame_count()).map(FrameId);
    let held = frames.filter(|f| pool.state(*f) != FrameState::Free);
    Before {
        page_lsns: held.map(|f| (pool.page_of(f), pool.page_lsn(f))).collect(),
        flushed: model.log().flushed_lsn(),
        evictions: model.totals().evictions,
        commits: model.totals().commits,
    }
}

fn check_event(before: &Before, model: &BufferPool, run: u64) {
    let pool = model.pool();
    let mut gone = 0;
    for (page, lsn) in &before.page_lsns {
        if pool.frame_of(*page).is_none() {
            gone += 1;
            assert!(
                pool.disk_lsn(*page) >= *lsn,
                "run {run}: page {} left unwritten",
                page.0
            );
        }
    }
    // A page may leave and another come into its frame in one event, but none leaves uncounted.
    assert!(
        model.totals().evictions - before.evictions >= gone,
        "run {run}"
    );
    assert!(
        model.log().flushed_lsn() >= before.flushed,
        "the log got shorter"
    );
    assert!(model.totals().commits >= before.commits);
    for frame in (0..pool.frame_count()).map(FrameId) {
        if pool.state(frame) != FrameState::Free {
            assert_eq!(
                pool.frame_of(pool.page_of(frame)),
                Some(frame),
                "run {run}: page table"
            );
        }
    }
    let dirty = pool
        .states()
        .filter(|(state, _)| matches!(state, FrameState::Dirty | FrameState::Writing));
    assert_eq!(dirty.count() as u32, pool.dirty_count());
}

#[test]
fn no_event_frees_an_unwritten_page_or_loses_one() {
    let mut evicted = 0;
    for run in 0..60 {
        let mut rng = Rng::new(run, Stream::new(902, 0));
        let settings: Settings = to_settings(PARAMS, &random_values(&mut rng));
        let (plans, _) = settings.plans();
        for plan in plans {
            let everything_fits = plan.scenario.frames >= plan.scenario.file_pages;
            let limits = Limits {
                events: 300,
                ..Limits::default()
            };
            let model = BufferPool::new(Rc::new(plan.scenario));
            let mut simulation = Simulation::new(model, run, SERIES, limits);
            loop {
                let seen = before(simulation.model());
                if simulation.advance(Budget::events(1)).done {
                    break;
                }
                check_event(&seen, simulation.model(), run);
            }
            let totals = simulation.model().totals();
            evicted += totals.evictions;
            // Checkpoints, backups and the background writer evict nothing, whatever they write.
            assert!(!everything_fits || totals.evictions == 0, "run {run}");
        }
    }
    assert!(evicted > 500, "{evicted} evicted");
}
