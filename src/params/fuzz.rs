//! Rubbish thrown at everything that reads text. Loops with a fixed seed: a failure repeats.

use super::apply::{apply, difference};
use super::query::{QUERY_PAIRS_MAX, decode, encode};
use super::sample::{Lcg, sample_infos};
use super::slider::{SLIDER_POSITIONS, position_of, value_at};
use super::table::Values;
use super::value::{format, is_legal, key_text, nearest, parse, read, spoken};
use super::warning::WarningKind;

/// Pieces that are likely to go wrong beside each other.
const PIECES: &[&str] = &[
    "0",
    "1",
    "9",
    "000",
    "99999999999999999999",
    ",",
    ".",
    "_",
    " ",
    "-",
    "+",
    "e",
    "s",
    "min",
    "ms",
    "KiB",
    "MB",
    "%",
    "%2",
    "%20",
    "%ff",
    "%00",
    "&",
    "=",
    "?",
    "#",
    "é",
    "\u{2212}",
    "\u{202e}",
    "\u{0}",
    "İ",
    "goal_s",
    "goal_s=",
    "&disk=",
    "nvme",
    "SATA SSD",
    "rows",
    "&seed=1",
    "no rest",
    "\u{1f4a9}",
    "/s",
    "k",
    "million",
    "µs",
];

/// Text of likely pieces, or of any bytes at all.
fn rubbish(random: &mut Lcg) -> String {
    let length = random.below(24);
    if random.below(4) == 0 {
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    (0..length).map(|_| *random.pick(PIECES)).collect()
}

/// Any integer, often one at an edge.
fn integer(random: &mut Lcg) -> i64 {
    let edges = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    match random.below(3) {
        0 => *random.pick(&edges),
        1 => random.next() as i64 % 10_000,
        _ => (random.next() << 32 ^ random.next()) as i64,
    }
}

#[test]
fn reading_a_value_never_panics_and_is_always_legal() {
    let infos = sample_infos();
    let mut random = Lcg(1);
    for _ in 0..20_000 {
        let text = rubbish(&mut random);
        let fallback = integer(&mut random);
        for info in &infos {
            match parse(info, &text) {
                Ok(value) => assert!(is_legal(info, value), "{}={text:?}", info.key),
                Err(problem) => assert!(problem.nearest.is_none_or(|value| is_legal(info, value))),
            }
            let (value, warning) = read(info, &text, fallback);
            assert!(is_legal(info, value), "{}={text:?}", info.key);
            if let Some(warning) = warning {
                assert!(warning.given.chars().count() <= 40);
                assert!(warning.to_string().starts_with(info.key));
            }
        }
    }
}

#[test]
fn any_integer_has_words_and_a_legal_neighbour() {
    let infos = sample_infos();
    let mut random = Lcg(2);
    for _ in 0..20_000 {
        let value = integer(&mut random);
        for info in &infos {
            for text in [
                format(info, value),
                spoken(info, value),
                key_text(info, value),
            ] {
                assert!(!text.is_empty());
                let used = parse(info, &text).or_else(|problem| problem.nearest.ok_or(()));
                assert_eq!(used, Ok(nearest(info, value)), "{}={text:?}", info.key);
            }
            assert!((0..=SLIDER_POSITIONS).contains(&position_of(info, value)));
            assert!(is_legal(info, value_at(info, value)));
        }
    }
}

#[test]
fn a_rubbish_link_gives_legal_values_and_leads_back() {
    let infos = sample_infos();
    let mut random = Lcg(3);
    for _ in 0..5_000 {
        let query: Vec<String> = (0..4).map(|_| rubbish(&mut random)).collect();
        let (pairs, decoding) = decode(&query.join("&"));
        assert!(pairs.len() <= QUERY_PAIRS_MAX);
        assert!(
            decoding
                .iter()
                .filter(|w| w.kind == WarningKind::TooLong)
                .count()
                <= 1
        );
        let rows = random.below(2 * infos.len());
        let base = Values((0..rows).map(|_| integer(&mut random)).collect());
        let (values, warnings) = apply(&infos, &base, &pairs, &["seed"]);
        assert_eq!(values, values.legalized(&infos));
        assert!(warnings.len() <= pairs.len());
        for warning in decoding.iter().chain(&warnings) {
            assert!(!warning.to_string().contains(char::is_control));
        }
        let (link, _) = decode(&encode(&difference(&infos, &base, &values)));
        assert_eq!(apply(&infos, &base, &link, &[]), (values, vec![]));
    }
}

#[test]
fn pairs_round_trip_through_a_query() {
    let mut random = Lcg(4);
    for _ in 0..5_000 {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for _ in 0..random.below(8) {
            let key = rubbish(&mut random);
            if pairs.iter().all(|(earlier, _)| *earlier != key) {
                pairs.push((key, rubbish(&mut random)));
            }
        }
        let query = encode(&pairs);
        assert!(query.is_ascii());
        if query.len() <= super::query::QUERY_BYTES_MAX {
            assert_eq!(decode(&query), (pairs.clone(), vec![]));
            assert_eq!(decode(&format!("?{query}")), (pairs, vec![]));
        }
    }
}
