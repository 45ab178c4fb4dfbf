//! What must hold of every checkpoint of every tree, whatever the method.

use std::rc::Rc;

use dirty_pages::engine::block_file::Block;
use dirty_pages::engine::page::PageId;
use dirty_pages::engine::tree::Tree;
use dirty_pages::kernel::{Digest, Rng, Span, Stream};
use dirty_pages::params::{Values, nearest, to_settings};
use dirty_pages::scene::two_pass::model::log::Image;
use dirty_pages::scene::two_pass::model::machine::Machine;
use dirty_pages::scene::two_pass::params::{PARAMS, Settings};
use dirty_pages::scene::two_pass::scenario::{Method, Scenario};

use crate::scene;
use crate::tree_reader::Disk;

const TREES: u64 = 1_000;
const SOUND: [Method; 4] = [
    Method::Serial,
    Method::OnePass,
    Method::TwoPass,
    Method::Membership,
];
const BROKEN: [Method; 2] = [Method::PageState, Method::Collected];

/// A random tree, change set and crew; small enough that a thousand are looked at page by page.
pub fn random_scenario(run: u64) -> Scenario {
    let mut rng = Rng::new(run, Stream::new(901, 0));
    let infos = scene("two_pass").infos();
    let values = infos.iter().map(|info| {
        let (least, most) = match info.key {
            "compare" => (0, 0),
            "leaves" => (1, 150),
            "parents" => (1, 40),
            "fanout" => (2, 9),
            "keys" => (1, 20_000),
            "leaf_bytes" => (4_096, 32_768),
            "internal_bytes" => (512, 1_024),
            "value_bytes" => (50, 400),
            "key_bytes" => (4, 60),
            "nth" => (1, 400),
            "random_rows" => (1, 60),
            "queue_depth" => (1, 60),
            "workers" => (1, 20),
            "leaf_ns" => (1_000, 300_000),
            "internal_ns" => (100, 300_000),
            "wake_us" | "driver_wake_us" => (0, 200),
            "rest_ms" => (0, 1),
            "evict_us" => (0, 60),
            "link_us" => (0, 30),
            "hazard" => (0, 0),
            _ => (info.min, info.max),
        };
        let drawn = least + i64::try_from(rng.below((most - least) as u64 + 1)).expect("small");
        nearest(info, drawn)
    });
    let values = Values(values.collect());
    let settings: Settings = to_settings(PARAMS, &values);
    let (plans, _) = settings.plans(run);
    plans.into_iter().next().expect("a side").scenario
}

fn with(scenario: &Scenario, method: Method) -> Rc<Scenario> {
    Rc::new(Scenario {
        method,
        ..scenario.clone()
    })
}

/// A checkpoint run to its end, and all images that it wrote.
fn written(scenario: Rc<Scenario>) -> (Machine, Vec<Image>) {
    let mut machine = Machine::new(scenario);
    machine.watch(true);
    while !machine.is_done() {
        machine.step();
    }
    let images = machine.unwatch().images;
    (machine, images)
}

/// What a reader of the new checkpoint finds.
fn read(tree: &Tree, images: &[Image]) -> Vec<bool> {
    let mut disk = Disk::new(tree);
    images.iter().for_each(|image| disk.write(image));
    let newest = images.iter().rfind(|image| image.page == tree.root());
    let root = newest.map_or(tree.root().0, |image| image.block.0);
    disk.read(root).expect("every address leads to its page")
}

/// The pages that have to be written: changed leaves, all above them, and the root.
fn expected(scenario: &Scenario) -> Vec<bool> {
    let tree = &scenario.tree;
    let mut is_due = scenario.changed.to_vec();
    is_due.resize(tree.pages() as usize, false);
    for page in 0..tree.pages() {
        if is_due[page as usize] {
            is_due[tree.parent(PageId(page)).0 as usize] = true;
        }
    }
    is_due[tree.root().0 as usize] = true;
    is_due
}

#[test]
fn sound_methods_write_each_dirty_page_once_and_parents_after_children() {
    let (mut pages, mut lost) = (0, 0);
    for run in 0..TREES {
        let scenario = random_scenario(run);
        let due = expected(&scenario);
        for method in SOUND {
            let (machine, images) = written(with(&scenario, method));
            let mut at = vec![None; due.len()];
            for (place, image) in images.iter().enumerate() {
                let seen = at[image.page.0 as usize].replace((place, image.block));
                assert_eq!(seen, None, "run {run} {method:?}: {:?} twice", image.page);
            }
            for (page, (at, due)) in at.iter().zip(&due).enumerate() {
                assert_eq!(at.is_some(), *due, "run {run} {method:?}: page {page}");
            }
            for (place, image) in images.iter().enumerate() {
                let tree = &scenario.tree;
                if tree.is_leaf(image.page) {
                    continue;
                }
                for (child, known) in tree.children(image.page).zip(&image.children) {
                    // A page that is not written stays where it was.
                    let (before, block) = match at[child as usize] {
                        Some((child_place, block)) => (child_place < place, block),
                        None => (true, Block(child)),
                    };
                    assert!(before, "run {run} {method:?}: child {child} came later");
                    assert_eq!(*known, block, "run {run} {method:?}: child {child}");
                }
            }
            pages += images.len();
            lost += machine.lost_pages();
        }
    }
    assert_eq!(lost, 0);
    assert!(pages > 100_000, "{pages} pages");
}

#[test]
fn sound_methods_leave_the_same_tree_on_disk() {
    for run in 0..TREES {
        let scenario = random_scenario(run);
        for method in SOUND {
            let (_, images) = written(with(&scenario, method));
            let found = read(&scenario.tree, &images);
            assert_eq!(found[..], scenario.changed[..], "run {run} {method:?}");
        }
    }
}

#[test]
fn queue_and_pins_stay_within_their_bounds() {
    let mut full = 0;
    for run in 0..TREES {
        let scenario = random_scenario(run);
        let children = (scenario.tree.leaves()..scenario.tree.pages())
            .map(|page| scenario.tree.children(PageId(page)).len() as u32);
        let widest = children.max().unwrap_or(0);
        for method in [SOUND, [BROKEN[0], BROKEN[1], BROKEN[0], BROKEN[1]]].concat() {
            let (machine, _) = written(with(&scenario, method));
            let totals = machine.totals();
            let bound = match method {
                Method::Serial => 0,
                Method::OnePass => widest,
                _ => scenario.depth,
            };
            assert!(totals.queued_max <= bound, "run {run} {method:?}");
            let by_workers = u32::from(method == Method::Membership) * bound;
            assert!(
                totals.pinned_max <= bound + by_workers,
                "run {run} {method:?}"
            );
            full += u32::from(totals.pinned_max == bound);
            assert_eq!(machine.queue().pins(), 0, "run {run} {method:?}");
        }
    }
    assert!(full > 1_000, "the bound was met in {full} runs");
}

#[test]
fn broken_methods_lose_what_the_reader_does_not_find() {
    let (mut lost, mut losing) = (0, 0);
    for run in 0..TREES {
        let scenario = random_scenario(run);
        for method in BROKEN {
            let (machine, images) = written(with(&scenario, method));
            let found = read(&scenario.tree, &images);
            let missing = scenario.changed.iter().zip(&found);
            let missing = missing
                .filter(|(changed, found)| **changed && !**found)
                .count();
            assert_eq!(missing as u32, machine.lost_pages(), "run {run} {method:?}");
            let internals = images
                .iter()
                .filter(|i| !scenario.tree.is_leaf(i.page))
                .count();
            assert_eq!(internals as u32, machine.totals().internals);
            lost += missing;
            losing += u32::from(missing > 0);
        }
    }
    assert!(
        lost > 10_000 && losing > 500,
        "{lost} pages in {losing} runs"
    );
}

#[test]
fn without_hazard_pointers_eviction_loses_pages_and_with_them_none() {
    let mut losing = 0;
    for run in 0..TREES {
        let mut scenario = random_scenario(run);
        let Some(eviction) = &mut scenario.eviction else {
            continue;
        };
        eviction.has_pins = false;
        let (machine, images) = written(with(&scenario, Method::TwoPass));
        let found = read(&scenario.tree, &images);
        let missing = scenario.changed.iter().zip(&found);
        let missing = missing
            .filter(|(changed, found)| **changed && !**found)
            .count();
        assert_eq!(missing as u32, machine.lost_pages(), "run {run}");
        losing += u32::from(missing > 0);
        assert_eq!(missing > 0, machine.totals().links_lost > 0, "run {run}");
    }
    assert!(losing > 10, "pages were lost in {losing} runs");
}

#[test]
fn a_crash_at_any_step_reopens_to_one_checkpoint_or_the_other() {
    let (mut crashes, mut caught) = (0, 0);
    for run in 0..TREES / 10 {
        for method in SOUND {
            let scenario = random_scenario(run);
            crashes += crash_everywhere(with(&scenario, method)).expect("never a mixture");
            let broken = Scenario {
                reuses_at_once: true,
                method,
                ..scenario
            };
            caught += u32::from(crash_everywhere(Rc::new(broken)).is_err());
        }
    }
    assert!(crashes > 20_000, "{crashes} crashes");
    assert!(caught > 300, "early reuse was caught in {caught} runs");
}

/// Pulls the plug after every step; how often, or the step after which a reader found a mixture.
fn crash_everywhere(scenario: Rc<Scenario>) -> Result<u32, u32> {
    let tree = Rc::clone(&scenario.tree);
    let mut disk = Disk::new(&tree);
    let mut machine = Machine::new(Rc::clone(&scenario));
    machine.watch(true);
    let (mut seen, mut steps) = (0, 0);
    let mut new_root = tree.root().0;
    loop {
        let images = machine.log().map_or(&[][..], |log| &log.images);
        for image in &images[seen..] {
            disk.write(image);
            if image.page == tree.root() {
                new_root = image.block.0;
            }
        }
        let is_new = machine.is_done();
        if seen < images.len() || is_new || steps == 0 {
            // The file's pointer to its root changes in one write, when the checkpoint is complete.
            let root = if is_new { new_root } else { tree.root().0 };
            let found = disk.read(root).map_err(|_| steps)?;
            let as_due = |(found, changed): (&bool, &bool)| *found == (is_new && *changed);
            if !found.iter().zip(&scenario.changed[..]).all(as_due) {
                return Err(steps);
            }
        }
        seen = images.len();
        if is_new {
            return Ok(steps);
        }
        machine.step();
        steps += 1;
    }
}

#[test]
fn how_steps_are_bundled_changes_nothing() {
    use dirty_pages::kernel::{Limits, Simulation};
    use dirty_pages::scene::two_pass::model::TwoPass;
    use dirty_pages::scene::two_pass::model::series::SERIES;
    for run in 0..TREES / 10 {
        let scenario = random_scenario(run);
        let states = [0, 1, 70_000, 5_000_000].map(|grain_ns| {
            let scenario = Scenario {
                grain: Span::from_ns(grain_ns),
                ..scenario.clone()
            };
            let model = TwoPass::new(Rc::new(scenario));
            let mut simulation = Simulation::new(model, run, SERIES, Limits::default());
            simulation.run_to_end();
            let mut digest = Digest::default();
            simulation.model().machine().digest(&mut digest);
            digest.value()
        });
        assert!(states.iter().all(|state| *state == states[0]), "run {run}");
    }
}
