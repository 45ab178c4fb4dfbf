//! The query of a link, as pairs of key and value. Nothing here knows a parameter.

use super::warning::{Warning, WarningKind};

/// Bytes of a query that are read.
pub const QUERY_BYTES_MAX: usize = 4_096;
/// Pairs of a query that are read.
pub const QUERY_PAIRS_MAX: usize = 64;

/// Reads a query, with or without its leading `?` or `#`.
///
/// Never fails. Broken percent signs stay as they are and bytes that are not UTF-8 become
/// replacement characters, with a warning; the later of a repeated key wins, in the place of the
/// first, with a warning; what goes past [`QUERY_BYTES_MAX`] or [`QUERY_PAIRS_MAX`] is left out,
/// from the first pair that does not fit, with one warning.
pub fn decode(query: &str) -> (Vec<(String, String)>, Vec<Warning>) {
    let query = query.strip_prefix(['?', '#']).unwrap_or(query);
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut warnings = Vec::new();
    let mut pairs_read = 0;
    let mut bytes_read = 0;
    for segment in query.split('&') {
        bytes_read += segment.len();
        if bytes_read > QUERY_BYTES_MAX || (pairs_read == QUERY_PAIRS_MAX && !segment.is_empty()) {
            warnings.push(too_long(segment));
            break;
        }
        bytes_read += 1;
        if segment.is_empty() {
            continue;
        }
        pairs_read += 1;
        let (raw_key, raw_value) = segment.split_once('=').unwrap_or((segment, ""));
        let (key, key_is_good) = decode_text(raw_key);
        let (value, value_is_good) = decode_text(raw_value);
        if !(key_is_good && value_is_good) {
            warnings.push(Warning::new(
                &key,
                raw_value,
                &value,
                WarningKind::BadEncoding,
                "",
            ));
        }
        match pairs.iter_mut().find(|(earlier, _)| *earlier == key) {
            Some((_, earlier)) => {
                warnings.push(Warning::new(
                    &key,
                    earlier,
                    &value,
                    WarningKind::Repeated,
                    "",
                ));
                *earlier = value;
            }
            None => pairs.push((key, value)),
        }
    }
    (pairs, warnings)
}

fn too_long(segment: &str) -> Warning {
    Warning::new(
        "query",
        segment,
        "",
        WarningKind::TooLong,
        "4,096 bytes or 64 pairs",
    )
}

/// Percent-decodes one key or value; tells whether it was well encoded.
fn decode_text(raw: &str) -> (String, bool) {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut is_good = true;
    let mut rest = raw.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match first {
            b'+' => bytes.push(b' '),
            b'%' => match hex_pair(after) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &after[2..];
                }
                None => {
                    bytes.push(b'%');
                    is_good = false;
                }
            },
            &byte => bytes.push(byte),
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, is_good),
        Err(error) => (
            String::from_utf8_lossy(error.as_bytes()).into_owned(),
            false,
        ),
    }
}

/// The byte that two hexadecimal digits at the start of `text` stand for.
fn hex_pair(text: &[u8]) -> Option<u8> {
    let digit = |index: usize| char::from(*text.get(index)?).to_digit(16);
    let byte = digit(0)? * 16 + digit(1)?;
    u8::try_from(byte).ok()
}

/// Writes a query without its `?`: the pairs in the order given, every byte percent-encoded but
/// letters, digits and `-._~`.
pub fn encode<K: AsRef<str>, V: AsRef<str>>(pairs: &[(K, V)]) -> String {
    let mut query = String::new();
    for (index, (key, value)) in pairs.iter().enumerate() {
        if index > 0 {
            query.push('&');
        }
        encode_text(key.as_ref(), &mut query);
        query.push('=');
        encode_text(value.as_ref(), &mut query);
    }
    query
}

fn encode_text(text: &str, into: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            into.push(char::from(byte));
        } else {
            into.push('%');
            into.push(char::from(DIGITS[usize::from(byte >> 4)]));
            into.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter()
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect()
    }

    fn kinds(warnings: &[Warning]) -> Vec<WarningKind> {
        warnings
            .iter()
            .map(|warning| warning.kind.clone())
            .collect()
    }

    #[test]
    fn a_plain_query() {
        let wanted = pairs(&[
            ("goal_s", "30"),
            ("disk", "SATA SSD"),
            ("bet", ""),
            ("x", "a=b"),
        ]);
        for query in [
            "goal_s=30&disk=SATA+SSD&bet&x=a=b",
            "?goal_s=30&disk=SATA%20SSD&bet=&x=a%3db",
            "#&goal_s=30&&disk=SATA SSD&bet=&x=a%3Db&",
        ] {
            assert_eq!(decode(query), (wanted.clone(), vec![]), "{query}");
        }
        assert_eq!(decode(""), (vec![], vec![]));
        assert_eq!(decode("?"), (vec![], vec![]));
    }

    #[test]
    fn broken_encoding_is_kept_and_told() {
        for (query, value) in [
            ("a=100%", "100%"),
            ("a=%zz", "%zz"),
            ("a=%4", "%4"),
            ("a=%+1", "% 1"),
            ("a=%ff", "\u{fffd}"),
            ("a=%e2%82", "\u{fffd}"),
            ("a=%é", "%é"),
        ] {
            let (read, warnings) = decode(query);
            assert_eq!(read, pairs(&[("a", value)]), "{query}");
            assert_eq!(kinds(&warnings), [WarningKind::BadEncoding], "{query}");
        }
        let (_, warnings) = decode("a=%ff");
        assert_eq!(
            warnings[0].to_string(),
            "a=%ff is not well encoded: it is read as \"\u{fffd}\""
        );
    }

    #[test]
    fn the_later_of_a_repeated_key_wins() {
        let (read, warnings) = decode("a=1&b=2&a=3");
        assert_eq!(read, pairs(&[("a", "3"), ("b", "2")]));
        assert_eq!(
            warnings[0].to_string(),
            "a=1 comes again later: \"3\" is used"
        );
        assert_eq!(kinds(&warnings), [WarningKind::Repeated]);
    }

    #[test]
    fn long_queries_are_cut_at_a_pair_with_one_warning() {
        let many: Vec<(String, &str)> = (0..100).map(|i| (format!("k{i}"), "1")).collect();
        let (read, warnings) = decode(&encode(&many));
        assert_eq!(read.len(), QUERY_PAIRS_MAX);
        assert_eq!(kinds(&warnings), [WarningKind::TooLong]);

        let long = format!("a=1&b={}&c=3", "é".repeat(4_000));
        let (read, warnings) = decode(&long);
        assert_eq!(read, pairs(&[("a", "1")]));
        assert_eq!(kinds(&warnings), [WarningKind::TooLong]);
        assert!(
            warnings[0]
                .to_string()
                .starts_with("the query is longer than 4,096 bytes")
        );

        let fits = format!("a={}", "1".repeat(QUERY_BYTES_MAX - 2));
        assert_eq!(kinds(&decode(&fits).1), []);
        assert_eq!(
            kinds(&decode(&format!("{fits}1")).1),
            [WarningKind::TooLong]
        );
        assert_eq!(
            kinds(&decode(&"&".repeat(1 << 20)).1),
            [WarningKind::TooLong]
        );
    }

    #[test]
    fn a_full_query_is_not_too_long() {
        let full: Vec<(String, &str)> = (0..64).map(|i| (format!("k{i}"), "1")).collect();
        let (read, warnings) = decode(&format!("{}&", encode(&full)));
        assert_eq!((read.len(), warnings.len()), (64, 0));
    }

    #[test]
    fn encoding_keeps_the_order_and_only_the_unreserved() {
        assert_eq!(
            encode(&[("b", "1 é"), ("a-._~", "&=+%")]),
            "b=1%20%C3%A9&a-._~=%26%3D%2B%25"
        );
        assert_eq!(encode::<&str, &str>(&[]), "");
    }
}
