//! The table of quantiles and the durations made from it, against floating-point mathematics.
#![allow(
    clippy::disallowed_methods,
    reason = "the reference runs natively only, and nothing is drawn from it"
)]

use dirty_pages::engine::heavy_tail::HeavyTail;
use dirty_pages::kernel::{Rng, Span, Stream};

/// The upper tail of the standard normal distribution, by Simpson's rule over its density.
fn tail(z: f64) -> f64 {
    let (steps, end) = (4_000, 12.0_f64);
    let width = (end - z) / f64::from(steps);
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let weight = |i: i32| match i {
        0 => 1.0,
        i if i == steps => 1.0,
        i if i % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=steps)
        .map(|i| weight(i) * density(z + f64::from(i) * width))
        .sum();
    sum * width / 3.0
}

#[test]
fn durations_have_the_lognormal_quantiles() {
    let (mean, sigma) = (1_000_000.0_f64, 1.0_f64);
    let durations = HeavyTail::new(Span::from_ns(1_000_000), 100);
    let median = mean / (sigma * sigma / 2.0).exp();
    // Places in the upper half count the tail in 2^32ths.
    for bits in 1..=24 {
        let place = (1_u32 << 31) | (1_u32 << (31 - bits));
        let value = durations.at(place).as_ns() as f64;
        let z = (value / median).ln() / sigma;
        let want = 0.5_f64.powi(bits + 1);
        let ratio = tail(z) / want;
        assert!((0.98..1.02).contains(&ratio), "2^-{}: {ratio}", bits + 1);
    }
}

#[test]
fn drawn_durations_have_the_mean_and_the_spread() {
    for (sigma_pct, tolerance) in [(50, 0.002), (100, 0.005), (178, 0.03)] {
        let durations = HeavyTail::new(Span::from_ns(138_300), sigma_pct);
        let mut rng = Rng::new(7, Stream::new(902, 0));
        let draws: Vec<f64> = (0..1_000_000)
            .map(|_| durations.at(rng.next_u32()).as_ns() as f64)
            .collect();
        let count = draws.len() as f64;
        let mean = draws.iter().sum::<f64>() / count;
        assert!(
            (mean / 138_300.0 - 1.0).abs() < tolerance,
            "{sigma_pct}: {mean}"
        );
        let logs: Vec<f64> = draws.iter().map(|d| d.max(1.0).ln()).collect();
        let middle = logs.iter().sum::<f64>() / count;
        let spread = (logs.iter().map(|l| (l - middle).powi(2)).sum::<f64>() / count).sqrt();
        assert!(
            (spread - f64::from(sigma_pct) / 100.0).abs() < 0.01,
            "{sigma_pct}: {spread}"
        );
    }
}
