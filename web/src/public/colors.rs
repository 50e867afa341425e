//! The style sheet of an organization's colour. Pages load it after the common one, at an address that names the colour.

/// Luminances of the darkest light background and of the lightest dark one behind text in the colour, and the contrast
/// that the text needs.
const LIGHT: f64 = 0.86;
const DARK: f64 = 0.02;
const CONTRAST: f64 = 4.6;
/// Steps from a colour to black or white.
const STEPS: u8 = 50;

type Rgb = [u8; 3];

/// Returns the style sheet for a colour of six hexadecimal digits; none for anything else. The colour is darkened for light
/// pages, and lightened for dark ones, until it can be read; text on it is black or white, whichever can be read better.
pub fn style_sheet(color: &str) -> Option<String> {
    let color = parsed(color)?;
    let light = shifted(color, 0, |luminance| contrast(luminance, LIGHT) >= CONTRAST);
    let dark = shifted(color, u8::MAX, |luminance| contrast(luminance, DARK) >= CONTRAST);
    let rule = |color| format!(":root{{--accent:{};--on-accent:{}}}", hex(color), text_on(color));
    Some(format!("{}@media (prefers-color-scheme:dark){{{}}}", rule(light), rule(dark)))
}

/// Returns the address of the style sheet for a colour `#rrggbb`; none for no colour. It begins with `base`.
pub(crate) fn address(base: &str, accent: &str) -> Option<String> {
    accent.strip_prefix('#').map(|digits| format!("{base}/colors/{digits}.css"))
}

fn parsed(text: &str) -> Option<Rgb> {
    if text.len() != 6 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(text, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

/// Returns the first colour on the way to black or white that is good.
fn shifted(color: Rgb, end: u8, is_good: impl Fn(f64) -> bool) -> Rgb {
    let at = |step: u8| color.map(|part| mixed(part, end, step));
    (0..STEPS).map(at).find(|color| is_good(luminance(*color))).unwrap_or([end; 3])
}

fn mixed(from: u8, to: u8, step: u8) -> u8 {
    let [from, to, step, all] = [from, to, step, STEPS].map(u16::from);
    let sum = from * (all - step) + to * step;
    u8::try_from(sum / all).unwrap_or(u8::MAX)
}

/// Returns the relative luminance that WCAG 2 defines.
fn luminance(color: Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = color.map(linear);
    0.2126f64.mul_add(red, 0.7152f64.mul_add(green, 0.0722 * blue))
}

fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn text_on(color: Rgb) -> &'static str {
    let luminance = luminance(color);
    if contrast(luminance, 1.0) >= contrast(luminance, 0.0) { "#fff" } else { "#000" }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_that_can_be_read_stay_as_they_are() {
        let blue = style_sheet("1b5fc1").unwrap();
        assert!(blue.starts_with(":root{--accent:#1b5fc1;--on-accent:#fff}@media"), "{blue}");
        let pale = style_sheet("86b4ff").unwrap();
        assert!(pale.ends_with("{:root{--accent:#86b4ff;--on-accent:#000}}"), "{pale}");
    }

    #[test]
    fn every_color_can_be_read_on_light_and_on_dark_pages() {
        for red in (0..=255).step_by(51) {
            for green in (0..=255).step_by(51) {
                for blue in (0..=255).step_by(51) {
                    let style = style_sheet(&format!("{red:02x}{green:02x}{blue:02x}")).unwrap();
                    let mut colors =
                        style.split("--accent:#").skip(1).map(|rest| luminance(parsed(&rest[..6]).unwrap()));
                    assert!(contrast(colors.next().unwrap(), LIGHT) >= CONTRAST, "{style}");
                    assert!(contrast(colors.next().unwrap(), DARK) >= CONTRAST, "{style}");
                }
            }
        }
    }

    #[test]
    fn anything_else_has_no_style_sheet() {
        for odd in ["", "12345", "1234567", "12345g", "+12345", "1f6f b", "#1f6fe"] {
            assert_eq!(style_sheet(odd), None, "{odd}");
        }
        assert_eq!(address("/x", "#1f6feb").unwrap(), "/x/colors/1f6feb.css");
        assert_eq!(address("/x", ""), None);
    }
}
