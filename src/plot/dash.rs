//! Lines cut into dashes and thinned to what the eye can see. No backend dashes alike, so the
//! pattern is cut here.

/// A point in drawn pixels.
pub(super) type Px = (f64, f64);

/// Cuts a line into dashes of `pattern` (line, gap, line, gap, … in pixels). An empty pattern
/// gives the line back.
pub(super) fn dashes(line: &[Px], pattern: &[f64]) -> Vec<Vec<Px>> {
    if pattern.is_empty() || pattern.iter().any(|l| *l <= 0.0) {
        return vec![line.to_vec()];
    }
    let mut out: Vec<Vec<Px>> = Vec::new();
    let mut phase = 0_usize;
    let mut left = pattern[0];
    let mut current: Vec<Px> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        let mut length = distance(from, to);
        while length > left {
            let share = left / length;
            from = (
                from.0 + (to.0 - from.0) * share,
                from.1 + (to.1 - from.1) * share,
            );
            length -= left;
            if phase % 2 == 0 {
                current.push(from);
                out.push(std::mem::take(&mut current));
            } else {
                current = vec![from];
            }
            phase = (phase + 1) % pattern.len();
            left = pattern[phase];
        }
        left -= length;
        if phase % 2 == 0 {
            current.push(to);
        }
    }
    if phase % 2 == 0 && current.len() > 1 {
        out.push(current);
    }
    out
}

fn distance(a: Px, b: Px) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// Drops points that lie within `tolerance` pixels of the line without them (Douglas-Peucker), so
/// that every bend larger than that is kept.
pub(super) fn simplified(line: &[Px], tolerance: f64) -> Vec<Px> {
    if tolerance <= 0.0 || line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[line.len() - 1] = true;
    let mut spans = vec![(0, line.len() - 1)];
    while let Some((from, to)) = spans.pop() {
        let mut farthest = (tolerance, from);
        for at in from + 1..to {
            let off = from_segment(line[at], line[from], line[to]);
            if off > farthest.0 {
                farthest = (off, at);
            }
        }
        let (_, at) = farthest;
        if at != from {
            keep[at] = true;
            spans.push((from, at));
            spans.push((at, to));
        }
    }
    let kept = line.iter().zip(&keep).filter(|(_, keep)| **keep);
    kept.map(|(point, _)| *point).collect()
}

fn from_segment(p: Px, a: Px, b: Px) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 {
        (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    distance(p, (a.0 + dx * share, a.1 + dy * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_follow_the_pattern_around_corners() {
        let cut = dashes(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], &[6.0, 2.0]);
        assert_eq!(
            cut,
            vec![
                vec![(0.0, 0.0), (6.0, 0.0)],
                vec![(8.0, 0.0), (10.0, 0.0), (10.0, 4.0)],
                vec![(10.0, 6.0), (10.0, 10.0)],
            ]
        );
        assert_eq!(dashes(&[], &[6.0, 2.0]), Vec::<Vec<Px>>::new());
        assert_eq!(dashes(&[(1.0, 1.0)], &[]), vec![vec![(1.0, 1.0)]]);
    }

    #[test]
    fn simplifying_keeps_bends_and_peaks() {
        let mut line: Vec<Px> = (0..100).map(|i| (f64::from(i), 0.0)).collect();
        line[40].1 = 9.0;
        let thin = simplified(&line, 0.5);
        let bends = vec![
            (0.0, 0.0),
            (39.0, 0.0),
            (40.0, 9.0),
            (41.0, 0.0),
            (99.0, 0.0),
        ];
        assert_eq!(thin, bends);
    }
}
