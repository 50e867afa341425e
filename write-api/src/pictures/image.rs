//! Makes the picture that is stored from an uploaded file: decoded, shrunk, and encoded anew, so that nothing else of the
//! file is kept, such as the place where a photo was taken. Pure.

use jpeg_encoder::ColorType;

use super::formats::{Fault, read};
use super::pixels::Pixels;

/// Quality of JPEG files.
const QUALITY: u8 = 85;
/// Most bytes of a stored picture. A larger one is shrunk further.
const MOST_STORED: usize = 1024 * 1024;
/// The sides of a picture that is not shrunk further.
const SMALL: usize = 64;

/// A picture in the form in which it is stored.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Encoded {
    pub(super) media_type: &'static str,
    pub(super) content: Vec<u8>,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Makes a picture that fits into these bounds: JPEG, or PNG if it has transparent pixels or is smaller so.
pub(super) fn encoded(file: &[u8], bounds: (usize, usize)) -> Result<Encoded, Fault> {
    let (pixels, orientation) = read(file)?;
    let mut pixels = pixels.fitted(bounds, orientation);
    loop {
        let (media_type, content) = smallest(&pixels).ok_or(Fault::Damaged)?;
        let Pixels { width, height, .. } = pixels;
        if content.len() <= MOST_STORED || width.max(height) <= SMALL {
            return Ok(Encoded { media_type, content, width, height });
        }
        pixels = pixels.fitted((width * 3 / 4, height), 1);
    }
}

fn smallest(pixels: &Pixels) -> Option<(&'static str, Vec<u8>)> {
    if pixels.is_transparent() {
        return Some(("image/png", png_of(pixels, png::ColorType::Rgba, &pixels.bytes)?));
    }
    let colors = pixels.rgb();
    let (jpeg, png) = (jpeg_of(pixels, &colors)?, png_of(pixels, png::ColorType::Rgb, &colors)?);
    Some(if png.len() < jpeg.len() { ("image/png", png) } else { ("image/jpeg", jpeg) })
}

fn jpeg_of(pixels: &Pixels, colors: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let (width, height) = (u16::try_from(pixels.width).ok()?, u16::try_from(pixels.height).ok()?);
    jpeg_encoder::Encoder::new(&mut content, QUALITY).encode(colors, width, height, ColorType::Rgb).ok()?;
    Some(content)
}

fn png_of(pixels: &Pixels, color_type: png::ColorType, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let (width, height) = (u32::try_from(pixels.width).ok()?, u32::try_from(pixels.height).ok()?);
    let mut encoder = png::Encoder::new(&mut content, width, height);
    encoder.set_color(color_type);
    encoder.write_header().ok()?.write_image_data(bytes).ok()?;
    Some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that must not be in a stored picture.
    const SCRIPT: &[u8] = b"<script>alert(1)</script>";

    /// Returns a picture in which all pixels differ.
    fn colorful(width: usize, height: usize, channels: usize) -> Pixels {
        let byte = |index: usize| u8::try_from(index * 7919 % 251).unwrap();
        Pixels { width, height, channels, bytes: (0..width * height * channels).map(byte).collect() }
    }

    fn a_png(width: usize, height: usize) -> Vec<u8> {
        let pixels = colorful(width, height, 4);
        png_of(&pixels, png::ColorType::Rgba, &pixels.bytes).unwrap()
    }

    fn a_jpeg(width: usize, height: usize) -> Vec<u8> {
        let pixels = colorful(width, height, 3);
        jpeg_of(&pixels, &pixels.bytes).unwrap()
    }

    fn a_webp(width: u32, height: u32) -> Vec<u8> {
        let (mut content, bytes) = (Vec::new(), vec![9; (width * height * 3) as usize]);
        image_webp::WebPEncoder::new(&mut content).encode(&bytes, width, height, image_webp::ColorType::Rgb8).unwrap();
        content
    }

    fn fault(file: &[u8]) -> Fault {
        encoded(file, (1600, 900)).unwrap_err()
    }

    #[test]
    fn pictures_are_shrunk_and_encoded_anew() {
        let photo = encoded(&a_jpeg(2_000, 100), (1600, 900)).unwrap();
        assert_eq!((photo.media_type, photo.width, photo.height), ("image/jpeg", 1600, 80));
        let logo = encoded(&a_png(600, 300), (512, 512)).unwrap();
        assert_eq!((logo.media_type, logo.width, logo.height), ("image/png", 512, 256));
        // A plain picture is smaller so.
        let plain = encoded(&a_webp(40, 30), (512, 512)).unwrap();
        assert_eq!((plain.media_type, plain.width, plain.height), ("image/png", 40, 30));
        for made in [photo, logo, plain] {
            assert!(made.content.len() <= MOST_STORED);
            let (pixels, _) = read(&made.content).unwrap();
            assert_eq!((pixels.width, pixels.height), (made.width, made.height));
        }
    }

    #[test]
    fn nothing_but_the_pixels_is_kept() {
        let mut photo = a_jpeg(40, 30);
        let exif = [b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0", SCRIPT].concat();
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        photo.splice(2..2, [&[0xff, 0xe1][..], &length, &exif].concat());
        photo.extend_from_slice(SCRIPT);
        let made = encoded(&photo, (1600, 900)).unwrap();
        assert_eq!((made.width, made.height), (30, 40), "it is turned as the camera was held");
        assert!(!made.content.windows(SCRIPT.len()).any(|bytes| bytes == SCRIPT));

        let both = [a_png(8, 8), b"<html>".to_vec(), SCRIPT.to_vec()].concat();
        assert!(!encoded(&both, (512, 512)).unwrap().content.windows(SCRIPT.len()).any(|bytes| bytes == SCRIPT));
    }

    #[test]
    fn other_files_are_refused() {
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
        let bomb = b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\0\x3b";
        for file in [&b""[..], svg, bomb, b"%PDF-1.7", b"MZ\x90", b"BM", b"RIFF\0\0\0\0WAVE", b"\0\0\0\x1cftypavif"] {
            assert_eq!(fault(file), Fault::Unknown);
        }
        let polyglot = [b"GIF89a/*", &a_png(8, 8)[..]].concat();
        assert_eq!(fault(&polyglot), Fault::Unknown);
    }

    #[test]
    fn what_is_cut_off_or_changed_is_refused() {
        for file in [a_png(90, 70), a_jpeg(90, 70), a_webp(90, 70)] {
            for length in [12, file.len() / 4, file.len() / 2, file.len() - 14] {
                assert_eq!(fault(&file[..length]), Fault::Damaged, "{length} of {}", file.len());
            }
            for place in (12..file.len()).step_by(97) {
                let mut changed = file.clone();
                changed[place] ^= 0x55;
                // It may still be a picture, but never makes the program fail.
                let _ = encoded(&changed, (1600, 900));
            }
        }
    }

    #[test]
    fn huge_sizes_are_refused_before_anything_is_allocated() {
        let mut png = a_png(8, 8);
        png[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        let sum = crc(&png[12..29]);
        png[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(fault(&png), Fault::TooLarge(0x7fff_ffff, 0x7fff_ffff));

        let mut jpeg = a_jpeg(8, 8);
        let frame = jpeg.windows(2).position(|bytes| bytes == b"\xff\xc0").unwrap();
        jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]);
        assert_eq!(fault(&jpeg), Fault::TooLarge(0xffff, 0xffff));

        // The container says 8 × 8, the frame in it 16383 × 16383.
        let frame = [&b"VP8 \x0a\0\0\0\x10\0\0\x9d\x01\x2a"[..], &[0xff, 0x3f, 0xff, 0x3f]].concat();
        let body = [&b"WEBPVP8X\x0a\0\0\0\0\0\0\0\x07\0\0\x07\0\0"[..], &frame].concat();
        let size = u32::try_from(body.len()).unwrap().to_le_bytes();
        assert_eq!(fault(&[&b"RIFF"[..], &size, &body].concat()), Fault::Damaged);
    }

    /// The checksum of a chunk of a PNG file.
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
        })
    }
}
