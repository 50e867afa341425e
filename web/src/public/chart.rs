//! Charts as SVG: bars of shares, points by round, and columns over time. Pure functions from numbers to text.
//!
//! The style sheet colours them by classes (`.chart`), so they follow light and dark mode. A chart never says something
//! alone: the page has the same figures as text. Bars stand next to their figures, so screen readers skip them; charts with
//! a title are read by their title and description.
//!
//! A new chart is a function here, with a test, and its classes in the section "Charts" of the style sheet.

use std::fmt::Write as _;

use super::head::escaped;

/// Width of bars in their own units.
const BAR: f64 = 100.0;
/// Height of a line of points, and the distance between rounds.
const LINE_HEIGHT: f64 = 32.0;
const ROUND: f64 = 14.0;
/// A column of a chart: what it is, its height, and its figure as text.
#[cfg(feature = "write-side")]
pub(crate) struct Column {
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) figure: String,
}

/// Draws a share as a bar. The bar of `most` is as long as there is room.
pub(crate) fn bar(value: f64, most: f64) -> String {
    let value = (value / if most > 0.0 { most } else { 1.0 }).clamp(0.0, 1.0) * BAR;
    format!(
        r#"<svg class="chart bar-of-share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="{value:.1}" height="10" rx="1"/></svg>"#
    )
}

/// Returns the class of the tint of a rate from 0 to 1: `t0` for the lowest to `t6` for the highest, `t3` in the middle.
pub(crate) fn tint(rate: f64) -> &'static str {
    const TINTS: [(f64, &str); 6] = [(0.3, "t0"), (0.4, "t1"), (0.47, "t2"), (0.53, "t3"), (0.6, "t4"), (0.7, "t5")];
    TINTS.iter().find(|(below, _)| rate < *below).map_or("t6", |(_, tint)| tint)
}

/// Draws the points that a player has after each round as a line that rises, from nothing before the first one. `most` are
/// the points of a player who wins every round.
pub(crate) fn points(title: &str, after: &[u32], most: u32) -> String {
    let width = (2.0 * ROUND).max(f64::from(u32::try_from(after.len()).unwrap_or_default()) * ROUND);
    let y = |points: u32| LINE_HEIGHT - 3.0 - f64::from(points) / f64::from(most.max(1)) * (LINE_HEIGHT - 6.0);
    let mut line = format!("M3 {:.1}", y(0));
    let mut dots = String::new();
    let mut x = 3.0;
    for points in after {
        x += ROUND;
        let _ = write!(line, "L{x:.1} {:.1}", y(*points));
        let _ = write!(dots, r#"<circle cx="{x:.1}" cy="{:.1}" r="2.5"/>"#, y(*points));
    }
    format!(
        r#"<svg class="chart points" role="img" width="{w:.0}" height="{LINE_HEIGHT}" viewBox="0 0 {w:.0} {LINE_HEIGHT}"><title>{title}</title><path d="{line}"/>{dots}</svg>"#,
        w = width + 6.0,
        title = escaped(title),
    )
}

/// Draws columns side by side, each with its figure above and its label below.
#[cfg(feature = "write-side")]
pub(crate) fn columns(title: &str, description: &str, columns: &[Column]) -> String {
    /// The height of columns, the room of one, and of a letter of its label.
    const COLUMN_HEIGHT: f64 = 120.0;
    const COLUMN: f64 = 52.0;
    const LETTER: f64 = 6.5;
    /// The room above columns for figures, and below them for labels.
    const ABOVE: f64 = 18.0;
    const BELOW: f64 = 20.0;
    let most = columns.iter().map(|column| column.value).fold(0.0, f64::max);
    let letters = columns.iter().filter_map(|column| u32::try_from(column.label.chars().count()).ok()).max();
    let room = COLUMN.max(LETTER * f64::from(letters.unwrap_or_default() + 2));
    let (mut drawn, mut x) = (String::new(), 0.0);
    for column in columns {
        let height = if most > 0.0 { column.value / most * COLUMN_HEIGHT } else { 0.0 };
        let (middle, top) = (x + room / 2.0, ABOVE + COLUMN_HEIGHT - height);
        let _ = write!(
            drawn,
            r#"<rect x="{:.1}" y="{top:.1}" width="{:.1}" height="{height:.1}" rx="3"/><text class="figure" x="{middle:.1}" y="{:.1}">{}</text><text x="{middle:.1}" y="{:.1}">{}</text>"#,
            x + 5.0,
            room - 10.0,
            top - 5.0,
            escaped(&column.figure),
            ABOVE + COLUMN_HEIGHT + BELOW - 5.0,
            escaped(&column.label),
        );
        x += room;
    }
    let (height, ground) = (ABOVE + COLUMN_HEIGHT + BELOW, ABOVE + COLUMN_HEIGHT);
    format!(
        r#"<svg class="chart columns-chart" role="img" width="{x:.0}" height="{height:.0}" viewBox="0 0 {x:.0} {height:.0}"><title>{}</title><desc>{}</desc>{drawn}<path class="axis" d="M0 {ground}H{x:.0}"/></svg>"#,
        escaped(title),
        escaped(description),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share_of_the_longest() {
        assert!(bar(0.25, 0.5).contains(r#"width="50.0""#));
        assert!(bar(0.0, 0.0).contains(r#"width="0.0""#));
    }

    #[test]
    fn tints_rise_with_the_rate_and_are_even_in_the_middle() {
        assert_eq!([0.0, 0.35, 0.45, 0.5, 0.55, 0.65, 1.0].map(tint), ["t0", "t1", "t2", "t3", "t4", "t5", "t6"]);
    }

    #[test]
    fn points_rise_from_the_ground_and_have_a_title() {
        let svg = points("Points after each round: 3, 3 <&", &[3, 3], 6);
        assert!(svg.contains("M3 29.0L17.0 16.0L31.0 16.0") && svg.contains("&lt;&amp;"), "{svg}");
        assert!(points("", &[], 0).contains("M3 29.0"));
    }

    #[test]
    #[cfg(feature = "write-side")]
    fn columns_have_labels_figures_and_a_description() {
        let column = |label: &str, value: f64| Column { label: label.into(), value, figure: value.to_string() };
        let svg = columns("Times", "In minutes", &[column("<1>", 40.0), column("2", 80.0), column("3", 0.0)]);
        assert!(
            svg.contains(r#"height="60.0""#) && svg.contains(r#"height="120.0""#) && svg.contains("&lt;1&gt;"),
            "{svg}"
        );
        assert!(svg.contains("<desc>In minutes</desc>") && svg.contains(r#"height="0.0""#), "{svg}");
        assert!(columns("", "", &[]).contains("<svg"));
        assert!(columns("", "", &[column("Quarterfinals", 1.0)]).contains(r#"width="98""#), "room for a long label");
    }
}
