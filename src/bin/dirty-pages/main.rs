//! The command line.
use dirty_pages::scene::*;
fn main() {
    let s = scene("pacing").unwrap();
    for p in s.presets() {
        let v = s.preset_values(p.name).unwrap();
        let t = std::time::Instant::now();
        let mut r = s.start(&v, 1);
        run_to_end(&mut *r);
        println!("== {} {} events {:?}", p.name, r.event_count(), t.elapsed());
        let rep = r.report();
        println!("{} {}", rep.outcome, rep.takeaway);
        for v in &rep.variants {
            println!(
                "{}: {:?}",
                v.label,
                v.stats
                    .iter()
                    .map(|s| format!("{}={}", s.name, s.value))
                    .collect::<Vec<_>>()
                    .join(" ")
            );
        }
        println!("{:?}", r.cautions());
    }
    let v = s.preset_values("small").unwrap();
    let mut d: Vec<f64> = (1..=100)
        .map(|seed| {
            let mut r = s.start(&v, seed);
            run_to_end(&mut *r);
            r.report()
                .variant("long")
                .unwrap()
                .stat("duration_ms")
                .unwrap()
        })
        .collect();
    d.sort_by(f64::total_cmp);
    println!("{} {} {} {} {}", d[0], d[25], d[50], d[75], d[99]);
}
