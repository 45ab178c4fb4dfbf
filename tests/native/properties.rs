//! Properties over many settings and seeds. The model asserts its own invariants after every event
//! (WAL rule, one write of a page at a time, counters equal the grid); these look from outside.

use dirty_pages::kernel::SimTime;
use dirty_pages::params::{Values, nearest};
use dirty_pages::scene::{Scene, run_to_end};
use dirty_pages::view::Cell;
use proptest::prelude::*;

fn pacing() -> &'static dyn Scene {
    crate::scene("pacing")
}

/// Any legal settings, kept small where size only costs time.
fn any_values() -> impl Strategy<Value = Values> {
    let rows: Vec<BoxedStrategy<i64>> = pacing()
        .infos()
        .iter()
        .map(|info| {
            let most = match info.key {
                "rows" => 60_000,
                "sessions" => 24,
                "goal_s" | "goal_short_s" => 20,
                "rounds" => 2,
                _ => info.max,
            };
            (info.min..=most)
                .prop_map(move |v| nearest(info, v))
                .boxed()
        })
        .collect();
    rows.prop_map(Values)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn any_legal_run_ends_and_adds_up(values in any_values(), seed in any::<u64>()) {
        let mut run = pacing().start(&values, seed, &[]);
        run_to_end(run.as_mut());
        let report = run.report();
        for variant in &report.variants {
            for round in &variant.rounds {
                let stat = |name: &str| {
                    round.stats.iter().find(|s| s.name == name).map_or(0.0, |s| s.value)
                };
                prop_assert!(stat("duration_ms").is_finite() && stat("duration_ms") >= 0.0);
                let pages = stat("written_mib") * 128.0;
                if report.outcome == "finished" {
                    // Everything owed was written; neighbours dirtied later may have gone along.
                    prop_assert!(pages + 1.0 >= stat("dirty_pages"), "{pages} pages written");
                    prop_assert!(stat("write_ios") >= 1.0);
                }
                prop_assert!(stat("pages_per_write") <= 128.0);
            }
        }
        let view = run.view(run.opening(), dirty_pages::scene::Zoom::First);
        for chart in &view.charts {
            prop_assert!(chart.x.max > chart.x.min && chart.y.max > chart.y.min, "{}", chart.id);
            for series in &chart.series {
                prop_assert!(series.points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
                prop_assert!(series.points.windows(2).all(|w| w[0].0 <= w[1].0));
            }
        }
    }

    #[test]
    fn an_idle_checkpoint_leaves_nothing_dirty(values in any_values(), seed in any::<u64>()) {
        let mut values = values;
        let index = pacing().infos().iter().position(|i| i.key == "sessions").expect("the key");
        values.0[index] = 0;
        let mut run = pacing().start(&values, seed, &[]);
        run_to_end(run.as_mut());
        let first = run.grids(SimTime::ZERO);
        for (before, after) in first.iter().zip(run.grids(run.horizon())) {
            prop_assert_eq!(after.count(Cell::Dirty) + after.count(Cell::Writing), 0);
            prop_assert_eq!(after.count(Cell::Clean), before.count(Cell::Dirty));
            prop_assert_eq!(before.dirty_count, before.count(Cell::Dirty));
            prop_assert_eq!(after.dirty_count, 0);
        }
    }
}
