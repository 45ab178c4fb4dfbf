//! Pairs of text onto values, and values back to the few pairs that a link needs.

use super::row::ParamInfo;
use super::table::Values;
use super::value::{key_text, read};
use super::warning::{Warning, WarningKind};

/// `base` with the pairs applied, and what had to be put right.
///
/// The result has one legal value a row, whatever `base` and `pairs` hold. Keys in `reserved`
/// (seed, preset, …) belong to the caller and are passed over; other keys that no row has get a
/// warning with the nearest known key. The later of a repeated key wins.
pub fn apply(
    infos: &[ParamInfo],
    base: &Values,
    pairs: &[(String, String)],
    reserved: &[&str],
) -> (Values, Vec<Warning>) {
    let base = base.legalized(infos);
    let mut values = base.clone();
    let mut warnings = Vec::new();
    for (index, (key, text)) in pairs.iter().enumerate() {
        if reserved.contains(&key.as_str()) {
            continue;
        }
        let Some(row) = infos.iter().position(|info| info.key == key) else {
            let known = infos
                .iter()
                .map(|info| info.key)
                .chain(reserved.iter().copied());
            warnings.push(Warning::unknown_key(key, text, known));
            continue;
        };
        let later = pairs[index + 1..]
            .iter()
            .rev()
            .find(|(other, _)| other == key);
        if let Some((_, last)) = later {
            warnings.push(Warning::new(key, text, last, WarningKind::Repeated, ""));
            continue;
        }
        let (value, warning) = read(&infos[row], text, base.0[row]);
        values.0[row] = value;
        warnings.extend(warning);
    }
    (values, warnings)
}

/// The pairs that lead from `base` to `values`, in row order: what a link has to say.
pub fn difference(
    infos: &[ParamInfo],
    base: &Values,
    values: &Values,
) -> Vec<(&'static str, String)> {
    let (base, values) = (base.legalized(infos), values.legalized(infos));
    let rows = infos.iter().zip(base.0.iter().zip(&values.0));
    rows.filter(|(_, (from, to))| from != to)
        .map(|(info, (_, &to))| (info.key, key_text(info, to)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::query::{decode, encode};
    use super::super::sample::{PARAMS, sample_infos};
    use super::super::table::defaults;
    use super::*;

    const RESERVED: &[&str] = &["preset", "seed"];

    fn applied(query: &str) -> (Vec<(&'static str, String)>, Vec<String>) {
        let (infos, base) = (sample_infos(), defaults(PARAMS));
        let (pairs, decoding) = decode(query);
        assert_eq!(decoding, []);
        let (values, warnings) = apply(&infos, &base, &pairs, RESERVED);
        let sentences = warnings.iter().map(Warning::to_string).collect();
        (difference(&infos, &base, &values), sentences)
    }

    #[test]
    fn good_pairs_leave_no_warning() {
        let (changed, warnings) = applied("goal_s=1+min&disk=nvme&seed=7&preset=x&rows=300,000");
        assert_eq!(
            changed,
            [("goal_s", "60".to_string()), ("disk", "nvme".to_string())]
        );
        assert!(warnings.is_empty());
    }

    #[test]
    fn bad_pairs_give_the_nearest_value_and_a_sentence() {
        let (changed, warnings) = applied("goal_s=9999&gaol_s=5&sede=1&disk=tape");
        assert_eq!(changed, [("goal_s", "3600".to_string())]);
        assert_eq!(
            warnings,
            [
                "goal_s=9999 is outside 1 to 3,600 s: 3,600 s is used",
                "gaol_s=5 is left out: there is no gaol_s; did you mean goal_s?",
                "sede=1 is left out: there is no sede; did you mean seed?",
                "disk=tape is not one of hdd, sata-ssd, nvme: SATA SSD is used",
            ]
        );
    }

    #[test]
    fn zero_reaches_the_values() {
        let infos = sample_infos();
        let mut base = defaults(PARAMS);
        base.set(&infos, 1, 500);
        let pairs = [("rest_ms".to_string(), "0".to_string())];
        let (values, warnings) = apply(&infos, &base, &pairs, &[]);
        assert_eq!(values.of_key(&infos, "rest_ms"), Some(0));
        assert_eq!(warnings, []);
        assert_eq!(
            difference(&infos, &base, &values),
            [("rest_ms", "0".to_string())]
        );
    }

    #[test]
    fn the_last_of_a_repeated_key_counts_and_is_told() {
        let infos = sample_infos();
        let pair = |text: &str| ("goal_s".to_string(), text.to_string());
        let pairs = [pair("5"), pair("abc"), pair("7")];
        let (values, warnings) = apply(&infos, &defaults(PARAMS), &pairs, &[]);
        assert_eq!(values.of_key(&infos, "goal_s"), Some(7));
        let sentences: Vec<String> = warnings.iter().map(Warning::to_string).collect();
        assert_eq!(
            sentences,
            [
                "goal_s=5 comes again later: \"7\" is used",
                "goal_s=abc comes again later: \"7\" is used"
            ]
        );
    }

    #[test]
    fn a_link_says_only_what_differs_and_leads_back() {
        let (infos, base) = (sample_infos(), defaults(PARAMS));
        let mut values = base.clone();
        values.set(&infos, 3, 4_096);
        values.set(&infos, 7, -9);
        let link = encode(&difference(&infos, &base, &values));
        assert_eq!(link, "page_bytes=4096&drift=-9");
        assert_eq!(
            apply(&infos, &base, &decode(&link).0, &[]),
            (values, vec![])
        );
        assert_eq!(difference(&infos, &base, &base), []);
    }
}
