//! QR codes of addresses, drawn as the path of an SVG.

use std::fmt::Write as _;

use qrcode::types::QrError;
use qrcode::{Color, EcLevel};

/// The empty edge that readers need, in modules.
const QUIET: usize = 4;

pub(crate) struct QrCode {
    pub(crate) address: String,
    /// Width and height with the quiet edge, in modules.
    pub(crate) size: usize,
    /// The dark modules, as the path of an SVG.
    pub(crate) path: String,
}

impl QrCode {
    /// Draws the code of an address. It can still be read if 15 % of it are damaged.
    pub(crate) fn draw(address: String) -> Result<Self, QrError> {
        let code = qrcode::QrCode::with_error_correction_level(&address, EcLevel::M)?;
        let (width, modules) = (code.width(), code.to_colors());
        let mut path = String::new();
        for (y, row) in modules.chunks(width).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, other| one == other) {
                if run.first() == Some(&Color::Dark) {
                    let length = run.len();
                    // Writing to a string does not fail.
                    let _ = write!(path, "M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET);
                }
                x += run.len();
            }
        }
        Ok(Self { address, size: width + 2 * QUIET, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_covers_the_dark_modules_and_no_others() {
        let text = "https://events.example/events/4711/";
        let (drawn, plain) = (
            QrCode::draw(text.to_owned()).unwrap(),
            qrcode::QrCode::with_error_correction_level(text, EcLevel::M).unwrap(),
        );
        let mut dark = vec![vec![false; drawn.size]; drawn.size];
        for run in drawn.path.split_terminator('z') {
            let (place, rest) = run.strip_prefix('M').unwrap().split_once('h').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let [x, y, length] = [x, y, rest.split_once('v').unwrap().0].map(|number| number.parse::<usize>().unwrap());
            dark[y][x..x + length].fill(true);
        }
        let inner = plain.to_colors().into_iter().map(|color| color == Color::Dark).collect::<Vec<_>>();
        assert_eq!(drawn.size, plain.width() + 8);
        for (y, row) in dark.iter().enumerate() {
            for (x, is_dark) in row.iter().enumerate() {
                let is_inside = |at: usize| (QUIET..QUIET + plain.width()).contains(&at);
                let expected = is_inside(x) && is_inside(y) && inner[(y - QUIET) * plain.width() + x - QUIET];
                assert_eq!(*is_dark, expected, "module {x}, {y}");
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(QrCode::draw("x".repeat(5000)).is_err());
    }
}
