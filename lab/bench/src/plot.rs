//! Draws growth curves as SVG on logarithmic scales, where proportional growth is a straight line. Readable on light
//! and dark pages.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;

use crate::figures::number;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// Margins for labels: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (80.0, 130.0, 40.0, 50.0);
/// Colors of lines, in rotation. They also differ in brightness.
const COLOURS: [&str; 6] = ["#d9480f", "#1971c2", "#2b8a3e", "#9c36b5", "#e8590c", "#868e96"];
/// Distance between labels.
const LINE: f64 = 15.0;
const STYLE: &str = "text{font:13px sans-serif;fill:#333}.grid{stroke:#ccc}.bar{stroke:#888;stroke-dasharray:4 4}\
                     @media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}}";

/// Curves that share their axes.
#[derive(Debug)]
pub(crate) struct Plot {
    title: String,
    x: String,
    y: String,
    curves: Vec<(String, Vec<(f64, f64)>)>,
}

/// A logarithmic scale for a range of the picture.
#[derive(Debug, Clone, Copy)]
struct Scale {
    least: f64,
    most: f64,
    from: f64,
    to: f64,
}

impl Plot {
    pub(crate) fn new(title: &str, x: &str, y: &str) -> Self {
        Self { title: title.into(), x: x.into(), y: y.into(), curves: Vec::new() }
    }

    /// Adds a point to a curve. Values that are not positive are left out, because the scales are logarithmic.
    #[allow(clippy::cast_precision_loss, reason = "a picture has few points")]
    pub(crate) fn point(&mut self, curve: &str, x: usize, y: f64) {
        let x = x as f64;
        if !(x > 0.0 && y > 0.0 && x.is_finite() && y.is_finite()) {
            return;
        }
        match self.curves.iter_mut().find(|(name, _)| name == curve) {
            Some((_, points)) => points.push((x, y)),
            None => self.curves.push((curve.into(), vec![(x, y)])),
        }
    }

    /// Writes `NAME.svg` to the folder, if there is one and there are curves.
    pub(crate) fn save(&self, folder: Option<&Path>, name: &str) -> anyhow::Result<()> {
        let Some(folder) = folder.filter(|_| !self.curves.is_empty()) else { return Ok(()) };
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, self.svg()).with_context(|| path.display().to_string())
    }

    fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|(_, points)| points);
        let x = Scale::over(points().map(|point| point.0), MARGIN.0, WIDTH - MARGIN.1);
        let y = Scale::over(points().map(|point| point.1), HEIGHT - MARGIN.3, MARGIN.2);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{0}</title>\n\
             <style>{STYLE}</style>\n<text x=\"{1}\" y=\"22\" font-weight=\"bold\">{0}</text>\n",
            escaped(&self.title),
            MARGIN.0
        );
        for (tick, place) in x.ticks() {
            let _ = writeln!(text, "<path class=\"grid\" d=\"M{place:.1} {}V{}\"/>", MARGIN.2, HEIGHT - MARGIN.3);
            let _ =
                writeln!(text, "<text x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>", HEIGHT - 32.0);
        }
        for (tick, place) in y.ticks() {
            let _ = writeln!(text, "<path class=\"grid\" d=\"M{} {place:.1}H{}\"/>", MARGIN.0, WIDTH - MARGIN.1);
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
                MARGIN.0 - 6.0,
                place + 4.0
            );
        }
        let middle = f64::midpoint(MARGIN.0, WIDTH - MARGIN.1);
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 10.0,
            escaped(&self.x)
        );
        let across = f64::midpoint(MARGIN.2, HEIGHT - MARGIN.3);
        let _ = writeln!(
            text,
            "<text transform=\"translate(16 {across}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(&self.y)
        );
        let ends = self.curves.iter().map(|(_, points)| points.last().map_or(0.0, |point| y.place(point.1)));
        let labels = apart(&ends.collect::<Vec<_>>());
        for (number, ((name, points), label)) in self.curves.iter().zip(labels).enumerate() {
            curve(&mut text, (name, label), COLOURS[number % COLOURS.len()], points, (x, y));
        }
        text + "</svg>\n"
    }
}

/// Returns the heights of labels: at the ends of the curves, but far enough apart to be readable.
fn apart(ends: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|one, other| ends[*one].total_cmp(&ends[*other]));
    let (mut labels, mut free) = (ends.to_vec(), f64::NEG_INFINITY);
    for curve in order {
        labels[curve] = ends[curve].max(free);
        free = labels[curve] + LINE;
    }
    labels
}

fn curve(text: &mut String, (name, label): (&str, f64), colour: &str, points: &[(f64, f64)], (x, y): (Scale, Scale)) {
    let places: Vec<(f64, f64)> = points.iter().map(|point| (x.place(point.0), y.place(point.1))).collect();
    let line: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        text,
        "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
        line.join(" ")
    );
    for (x, y) in &places {
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
    }
    if let Some((x, _)) = places.last() {
        let style = format!("style=\"fill:{colour}\"");
        let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\" {style}>{}</text>", x + 8.0, label + 4.0, escaped(name));
    }
}

impl Scale {
    /// Creates a scale from round numbers (1, 2 or 5 times a power of ten) around these values.
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (least, most) =
            values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        let steps = steps();
        let below = steps.iter().rev().find(|step| **step <= least).copied();
        let above = steps.iter().find(|step| **step >= most && Some(**step) != below).copied();
        Self { least: below.unwrap_or(least), most: above.unwrap_or(most), from, to }
    }

    fn place(self, value: f64) -> f64 {
        let share = (value / self.least).ln() / (self.most / self.least).ln();
        self.from + share * (self.to - self.from)
    }

    /// Returns the labels of the axis with their places.
    fn ticks(self) -> Vec<(String, f64)> {
        let wide = self.most / self.least > 500.0;
        let inside = steps().into_iter().filter(|step| (self.least..=self.most).contains(step));
        let shown = inside.filter(|step| !wide || (step.log10() - step.log10().round()).abs() < 1e-9);
        shown.map(|step| (plain(step), self.place(step))).collect()
    }
}

/// 1, 2, 5, 10, 20 …
fn steps() -> Vec<f64> {
    (-6..=9).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10.0_f64.powi(power))).collect()
}

/// Formats a round number without trailing zeros.
fn plain(value: f64) -> String {
    if value >= 1_000.0 {
        return number(value);
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_with_the_size_is_a_straight_line() {
        let mut plot = Plot::new("Growth", "players", "ms");
        for (players, time) in [(10, 1.0), (100, 10.0), (1_000, 100.0)] {
            plot.point("one", players, time);
        }
        let svg = plot.svg();
        assert!(svg.contains("points=\"80.0,350.0 295.0,195.0 510.0,40.0\""), "{svg}");
    }

    #[test]
    fn labels_stand_where_curves_end_unless_another_stands_there() {
        assert_eq!(apart(&[100.0, 40.0, 101.0, 300.0]), [100.0, 40.0, 115.0, 300.0]);
    }

    #[test]
    fn points_that_have_no_place_are_left_out() {
        let mut plot = Plot::new("Growth", "players", "ms");
        plot.point("one", 0, 1.0);
        plot.point("one", 1, f64::NAN);
        assert!(plot.curves.is_empty());
    }

    #[test]
    fn an_axis_has_round_numbers() {
        let ticks = Scale::over([8.0, 2_000.0].into_iter(), 0.0, 100.0).ticks();
        let names: Vec<_> = ticks.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["5", "10", "20", "50", "100", "200", "500", "1,000", "2,000"]);
    }
}
