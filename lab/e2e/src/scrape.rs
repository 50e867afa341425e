//! Parses the text format of Prometheus.

use std::collections::BTreeMap;

/// Scraped metrics by name.
#[derive(Debug, Default)]
pub struct Scrape(pub BTreeMap<String, Family>);

/// A metric with all its series.
#[derive(Debug, Default)]
pub struct Family {
    /// `counter`, `gauge` or `histogram`.
    pub kind: String,
    /// Its help text.
    pub help: String,
    /// Its series.
    pub series: Vec<Series>,
}

/// A value.
#[derive(Debug)]
pub struct Series {
    /// The metric's name, with `_bucket`, `_sum` or `_count` for a histogram.
    pub name: String,
    /// Its labels.
    pub labels: BTreeMap<String, String>,
    /// The value.
    pub value: f64,
}

impl Scrape {
    /// Parses the text. Panics if a metric has no type or two, or a histogram is wrong.
    pub fn parse(text: &str) -> Self {
        let mut families = BTreeMap::<String, Family>::new();
        assert!(text.ends_with('\n'), "the last line must end");
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some((name, help)) = line.strip_prefix("# HELP ").and_then(|rest| rest.split_once(' ')) {
                families.entry(name.to_owned()).or_default().help = help.to_owned();
            } else if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' ')) {
                let family = families.entry(name.to_owned()).or_default();
                assert!(family.kind.is_empty() && family.series.is_empty(), "{name} has two types");
                family.kind = kind.to_owned();
            } else {
                let series = parse_series(line);
                let of_histogram = ["_bucket", "_sum", "_count"].iter().find_map(|end| series.name.strip_suffix(end));
                let histogram = of_histogram.filter(|it| families.get(*it).is_some_and(|it| it.kind == "histogram"));
                let name = histogram.unwrap_or(&series.name).to_owned();
                let family = families.get_mut(&name).unwrap_or_else(|| panic!("no type before `{line}`"));
                family.series.push(series);
            }
        }
        families.values().filter(|family| family.kind == "histogram").for_each(check_histogram);
        Self(families)
    }

    /// Adds the metrics of another process: counts are added up, and of gauges the maximum is kept.
    pub fn add(&mut self, other: Self) {
        for (name, family) in other.0 {
            let known = self.0.entry(name).or_insert_with(|| Family {
                kind: family.kind.clone(),
                help: family.help.clone(),
                series: Vec::new(),
            });
            for series in family.series {
                let same = known.series.iter_mut().find(|it| it.name == series.name && it.labels == series.labels);
                match same {
                    Some(same) if family.kind == "gauge" => same.value = same.value.max(series.value),
                    Some(same) => same.value += series.value,
                    None => known.series.push(series),
                }
            }
        }
    }

    /// The value of a series with these labels; `None` if nothing was recorded.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let wanted: BTreeMap<_, _> = labels.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let mut series = self.0.values().flat_map(|family| &family.series);
        series.find(|series| series.name == name && series.labels == wanted).map(|series| series.value)
    }
}

/// Reads a line such as `name{label="value",other="value"} 5`. No value of ours needs escapes.
fn parse_series(line: &str) -> Series {
    let (head, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no value in `{line}`"));
    let (name, labels) = head.split_once('{').unwrap_or((head, "\"}"));
    let labels = labels.strip_suffix("\"}").unwrap_or_else(|| panic!("no end of labels in `{line}`"));
    let label = |label: &str| {
        let (name, value) = label.split_once("=\"").unwrap_or_else(|| panic!("`{label}` in `{line}`"));
        (name.to_owned(), value.to_owned())
    };
    let labels = labels.split("\",").filter(|label| !label.is_empty()).map(label).collect();
    let value = value.parse().unwrap_or_else(|_| panic!("no number in `{line}`"));
    Series { name: name.to_owned(), labels, value }
}

/// Checks that buckets are cumulative and the last one counts everything.
fn check_histogram(family: &Family) {
    let mut by_labels = BTreeMap::<_, Vec<(f64, f64)>>::new();
    for bucket in family.series.iter().filter(|series| series.name.ends_with("_bucket")) {
        let mut labels = bucket.labels.clone();
        let bound = labels.remove("le").expect("a bound").parse().expect("a number");
        by_labels.entry(labels).or_default().push((bound, bucket.value));
    }
    assert!(!by_labels.is_empty(), "a histogram without buckets");
    for (labels, mut buckets) in by_labels {
        buckets.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(buckets.is_sorted_by(|one, next| one.0 < next.0 && one.1 <= next.1), "{labels:?}: {buckets:?}");
        let count = family.series.iter().find(|series| series.name.ends_with("_count") && series.labels == labels);
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, count.expect("a count").value)), "{labels:?}");
        assert!(family.series.iter().any(|series| series.name.ends_with("_sum") && series.labels == labels));
    }
}
