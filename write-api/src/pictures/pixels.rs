//! Pixels of a picture: shrinks and turns them. Pure.

/// The pixels of a picture: 1 byte each (grey), 2 (grey and alpha), 3 (RGB) or 4 (RGB and alpha).
#[derive(Debug)]
pub(super) struct Pixels {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) channels: usize,
    pub(super) bytes: Vec<u8>,
}

impl Pixels {
    /// Returns the picture in RGB and alpha, shrunk so that it fits into these bounds, and turned as its EXIF orientation
    /// says. A smaller picture keeps its size.
    pub(super) fn fitted(&self, bounds: (usize, usize), orientation: u16) -> Self {
        let is_on_its_side = (5..=8).contains(&orientation);
        let bounds = if is_on_its_side { (bounds.1, bounds.0) } else { bounds };
        let (width, height) = fit((self.width, self.height), bounds);
        self.shrunk(width, height).turned(orientation)
    }

    /// Returns the picture in RGB and alpha at this size, which is not larger. Each pixel is the average of those it covers.
    fn shrunk(&self, width: usize, height: usize) -> Self {
        let mut bytes = Vec::with_capacity(width * height * 4);
        for y in 0..height {
            let rows = covered(y, self.height, height);
            for x in 0..width {
                let columns = covered(x, self.width, width);
                bytes.extend(self.average(columns, rows.clone()));
            }
        }
        Self { width, height, channels: 4, bytes }
    }

    /// Returns the average of an area. Transparent pixels have no colour that counts.
    fn average(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> [u8; 4] {
        let count = (columns.len() * rows.len()) as u64;
        let mut sums = [0_u64; 4];
        for row in rows {
            let start = row * self.width;
            let line = (start + columns.start) * self.channels..(start + columns.end) * self.channels;
            for pixel in self.bytes.get(line).unwrap_or_default().chunks_exact(self.channels) {
                let [red, green, blue, alpha] = rgba(pixel);
                for (sum, value) in sums.iter_mut().zip([red * alpha, green * alpha, blue * alpha, alpha]) {
                    *sum += value;
                }
            }
        }
        let [red, green, blue, alpha] = sums;
        let colors = [red, green, blue].map(|sum| rounded(sum, alpha));
        [colors[0], colors[1], colors[2], rounded(alpha, count)]
    }

    /// Returns a picture in RGB and alpha, turned and mirrored as an EXIF orientation says.
    fn turned(self, orientation: u16) -> Self {
        if !(2..=8).contains(&orientation) {
            return self;
        }
        let (right, bottom) = (self.width.saturating_sub(1), self.height.saturating_sub(1));
        let (width, height) = if orientation < 5 { (self.width, self.height) } else { (self.height, self.width) };
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for y in 0..height {
            for x in 0..width {
                let (from_x, from_y) = match orientation {
                    2 => (right - x, y),
                    3 => (right - x, bottom - y),
                    4 => (x, bottom - y),
                    5 => (y, x),
                    6 => (y, bottom - x),
                    7 => (right - y, bottom - x),
                    _ => (right - y, x),
                };
                let start = (from_y * self.width + from_x) * 4;
                bytes.extend_from_slice(self.bytes.get(start..start + 4).unwrap_or(&[0; 4]));
            }
        }
        Self { width, height, channels: 4, bytes }
    }

    /// Whether a picture in RGB and alpha has a transparent pixel.
    pub(super) fn is_transparent(&self) -> bool {
        self.bytes.chunks_exact(4).any(|pixel| pixel[3] != u8::MAX)
    }

    /// Returns the colours of a picture in RGB and alpha.
    pub(super) fn rgb(&self) -> Vec<u8> {
        self.bytes.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }
}

/// Returns the largest size of the same shape within bounds, at most the size itself.
fn fit((width, height): (usize, usize), (most_wide, most_high): (usize, usize)) -> (usize, usize) {
    if width <= most_wide && height <= most_high {
        (width, height)
    } else if width * most_high > height * most_wide {
        (most_wide, (height * most_wide / width).max(1))
    } else {
        ((width * most_high / height).max(1), most_high)
    }
}

/// Returns the pixels that the pixel at `index` of a shorter line covers.
fn covered(index: usize, length: usize, shorter: usize) -> std::ops::Range<usize> {
    index * length / shorter..((index + 1) * length).div_ceil(shorter)
}

fn rgba(pixel: &[u8]) -> [u64; 4] {
    let opaque = u64::from(u8::MAX);
    match *pixel {
        [light] => [light.into(), light.into(), light.into(), opaque],
        [light, alpha] => [light.into(), light.into(), light.into(), alpha.into()],
        [red, green, blue] => [red.into(), green.into(), blue.into(), opaque],
        [red, green, blue, alpha] => [red.into(), green.into(), blue.into(), alpha.into()],
        _ => [0; 4],
    }
}

fn rounded(sum: u64, count: u64) -> u8 {
    u8::try_from((sum + count / 2).checked_div(count).unwrap_or_default()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(width: usize, bytes: &[u8]) -> Pixels {
        Pixels { width, height: bytes.len() / width, channels: 1, bytes: bytes.to_vec() }
    }

    fn lights(pixels: &Pixels) -> Vec<u8> {
        pixels.bytes.chunks_exact(4).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn a_picture_fits_and_keeps_its_shape() {
        assert_eq!(fit((800, 600), (1600, 900)), (800, 600));
        assert_eq!(fit((4000, 3000), (1600, 900)), (1200, 900));
        assert_eq!(fit((16_000, 10), (1600, 900)), (1600, 1));
        assert_eq!(fit((10, 16_000), (1600, 900)), (1, 900));
    }

    #[test]
    fn pixels_are_averaged_and_those_that_are_not_seen_do_not_count() {
        assert_eq!(lights(&gray(4, &[0, 10, 20, 40]).fitted((2, 9), 1)), [5, 30]);
        let edge = Pixels { width: 2, height: 1, channels: 2, bytes: vec![200, 255, 0, 0] };
        assert_eq!(edge.fitted((1, 1), 1).bytes, [200, 200, 200, 128]);
    }

    #[test]
    fn a_photo_is_turned_upright() {
        // 1 2 3
        // 4 5 6
        let photo = gray(3, &[1, 2, 3, 4, 5, 6]);
        for (orientation, width, expected) in [
            (0, 3, [1, 2, 3, 4, 5, 6]),
            (2, 3, [3, 2, 1, 6, 5, 4]),
            (3, 3, [6, 5, 4, 3, 2, 1]),
            (4, 3, [4, 5, 6, 1, 2, 3]),
            (5, 2, [1, 4, 2, 5, 3, 6]),
            (6, 2, [4, 1, 5, 2, 6, 3]),
            (7, 2, [6, 3, 5, 2, 4, 1]),
            (8, 2, [3, 6, 2, 5, 1, 4]),
        ] {
            let turned = photo.fitted((9, 9), orientation);
            assert_eq!((turned.width, lights(&turned)), (width, expected.to_vec()), "{orientation}");
        }
        assert_eq!(photo.fitted((2, 2), 6).height, 2);
    }
}
