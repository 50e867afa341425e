//! Reads pictures: JPEG, PNG and WebP. The size is checked before anything of that size is allocated. Pure.

use std::io::Cursor;

use image_webp::WebPDecoder;
use png::{ColorType, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::pixels::Pixels;

/// Most pixels of a picture: those of a good phone's camera.
pub(super) const MOST_PIXELS: usize = 40_000_000;
/// Most scans of a progressive JPEG. Programs write about ten; a hostile file has thousands, each as slow as a picture.
const MOST_SCANS: usize = 32;
/// Tag of the orientation in EXIF data.
const ORIENTATION: u16 = 0x0112;

/// Why a file is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is in no format that is read.
    Unknown,
    /// It moves.
    Animated,
    /// It has too many pixels: width and height.
    TooLarge(usize, usize),
    /// It is damaged or incomplete.
    Damaged,
}

/// A picture that was read, and the EXIF orientation of its pixels.
pub(super) type Read = (Pixels, u16);

/// Reads a picture in the format that its first bytes name.
pub(super) fn read(file: &[u8]) -> Result<Read, Fault> {
    if file.starts_with(b"\x89PNG\r\n\x1a\n") {
        read_png(file)
    } else if file.starts_with(b"\xff\xd8\xff") {
        read_jpeg(file)
    } else if file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP") {
        read_webp(file)
    } else {
        Err(Fault::Unknown)
    }
}

/// Checks a size.
fn check(width: usize, height: usize) -> Result<(), Fault> {
    match width.checked_mul(height) {
        Some(0) => Err(Fault::Damaged),
        Some(1..=MOST_PIXELS) => Ok(()),
        _ => Err(Fault::TooLarge(width, height)),
    }
}

fn damaged<E>(_: E) -> Fault {
    Fault::Damaged
}

fn read_png(file: &[u8]) -> Result<Read, Fault> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(damaged)?;
    check(header.width as usize, header.height as usize)?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    if reader.info().is_animated() {
        return Err(Fault::Animated);
    }
    let mut bytes = vec![0; reader.output_buffer_size().ok_or(Fault::Damaged)?];
    let frame = reader.next_frame(&mut bytes).map_err(damaged)?;
    let channels = match frame.color_type {
        ColorType::Grayscale | ColorType::Indexed => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
    };
    let turned = reader.info().exif_metadata.as_deref().and_then(orientation).unwrap_or_default();
    Ok((Pixels { width: frame.width as usize, height: frame.height as usize, channels, bytes }, turned))
}

fn read_jpeg(file: &[u8]) -> Result<Read, Fault> {
    // Without its end, the rest of the picture would be grey.
    let last = |marker: &[u8; 2]| file.windows(2).rposition(|bytes| bytes == marker);
    if last(b"\xff\xd9") < last(b"\xff\xda") {
        return Err(Fault::Damaged);
    }
    let options = DecoderOptions::new_safe().jpeg_set_max_scans(MOST_SCANS).jpeg_set_out_colorspace(ColorSpace::RGB);
    let options = options.set_max_width(usize::from(u16::MAX)).set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(damaged)?;
    let info = decoder.info().ok_or(Fault::Damaged)?;
    let (width, height) = (usize::from(info.width), usize::from(info.height));
    check(width, height)?;
    let turned = decoder.exif().and_then(|exif| orientation(exif)).unwrap_or_default();
    let bytes = decoder.decode().map_err(damaged)?;
    Ok((Pixels { width, height, channels: 3, bytes }, turned))
}

fn read_webp(file: &[u8]) -> Result<Read, Fault> {
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(damaged)?;
    decoder.set_memory_limit(file.len());
    let (width, height) = decoder.dimensions();
    check(width as usize, height as usize)?;
    if decoder.is_animated() {
        return Err(Fault::Animated);
    }
    // The frame has a size of its own, and is decoded before the two are compared.
    if frame_size(file).is_some_and(|frame| frame != (width, height)) {
        return Err(Fault::Damaged);
    }
    let turned = decoder.exif_metadata().ok().flatten().as_deref().and_then(orientation).unwrap_or_default();
    let mut bytes = vec![0; decoder.output_buffer_size().ok_or(Fault::Damaged)?];
    decoder.read_image(&mut bytes).map_err(damaged)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    Ok((Pixels { width: width as usize, height: height as usize, channels, bytes }, turned))
}

/// Returns the size that the lossy frame of a WebP file states.
fn frame_size(file: &[u8]) -> Option<(u32, u32)> {
    let mut at = 12;
    loop {
        let size = file.get(at + 4..at + 8)?.try_into().map(u32::from_le_bytes).ok()? as usize;
        if file.get(at..at + 4)? == b"VP8 " {
            let side = |at: usize| Some(u32::from(u16::from_le_bytes([*file.get(at)?, *file.get(at + 1)?]) & 0x3fff));
            return Some((side(at + 14)?, side(at + 16)?));
        }
        at = at.checked_add(8)?.checked_add(size)?.checked_add(size % 2)?;
    }
}

/// Returns the orientation in EXIF data: 1 to 8.
fn orientation(exif: &[u8]) -> Option<u16> {
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_big = match tiff.get(..4)? {
        b"II*\0" => false,
        b"MM\0*" => true,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    };
    let long = |at: usize| {
        let bytes = tiff.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    };
    let directory = long(4)? as usize;
    let entries = (0..usize::from(short(directory)?)).map(|index| directory + 2 + index * 12);
    let found = entries.take_while(|at| *at < tiff.len()).find(|at| short(*at) == Some(ORIENTATION))?;
    short(found + 8).filter(|value| (1..=8).contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_orientation_is_found_in_either_byte_order() {
        let little = b"II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\x01\0\0\0\0\0\0\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        let big = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
        assert_eq!((orientation(little), orientation(big)), (Some(6), Some(8)));
        for hostile in
            [&b""[..], b"II*\0", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\xff\xff", b"II*\0\x08\0\0\0\xff\xff\x12"]
        {
            assert_eq!(orientation(hostile), None);
        }
    }
}
