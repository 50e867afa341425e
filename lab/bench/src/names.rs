//! Names of players that pack as badly as real ones.

const FIRST: &str = "Ada Alejandra Anke Bastian Beatrix Carlo Cécile Dragan Elif Emil Fatima Florian Giulia Gregor Hanna Hugo Ines \
    Ivan Jana Jörg Kaito Klára Lars Lucía Marek Mathilde Nadia Noah Oleg Paula Quentin Rahel Samir Sofie Tomás \
    Ulla Viktor Wanda Yusuf Zoë";
const PARTS: [&str; 32] = [
    "ander", "bach", "berg", "brand", "chez", "dahl", "dorf", "fels", "ferr", "gard", "heim", "hoff", "kamp", "kov",
    "lind", "lopp", "mann", "mart", "neu", "nov", "ost", "pett", "quist", "rein", "ros", "sand", "schul", "stein",
    "tor", "vall", "weil", "zim",
];
const ENDINGS: [&str; 12] = ["", "a", "ak", "e", "er", "i", "ini", "ova", "s", "sen", "ski", "z"];

/// Returns the name of a player. The same number gives the same name.
pub(crate) fn name(number: i64) -> String {
    // Digits of a scrambled number choose the parts.
    let mut digits = number.unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
    let first: Vec<_> = FIRST.split(' ').collect();
    let mut pick = |from: &[&'static str]| {
        let all = from.len() as u64;
        let chosen = usize::try_from(digits % all).unwrap_or_default();
        digits /= all;
        from[chosen]
    };
    let first = pick(&first);
    let last = [pick(&PARTS), pick(&PARTS), pick(&ENDINGS)].concat();
    let mut letters = last.chars();
    let initial = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first} {initial}{}", letters.as_str())
}
