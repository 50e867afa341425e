use std::time::{Duration, Instant};

use super::*;

#[test]
fn usual_text_is_html() {
    let source = "# Schedule\n\nDoors at **9**,\nplay at *10*. ~~Late~~ `x < y`\n\n### Deep\n\n1. one\n2. two\n   - a\n\n> said\n\n\
        ---\n\n| Day | |\n|---|---|\n| Sat | 10 & on |\n\n```\n<pre>\n```\n";
    let expected = "<h3>Schedule</h3><p>Doors at <strong>9</strong>,<br>\nplay at <em>10</em>. <del>Late</del> \
        <code>x &lt; y</code></p>\n<h4>Deep</h4><ol start=\"1\">\n<li>one</li>\n<li>two<ul>\n<li>a</li>\n</ul>\n</li>\n</ol>\n\
        <blockquote>\n<p>said</p>\n</blockquote>\n<hr>\n\
        <div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">Day</th>\
        <td></td></tr></thead><tbody>\n<tr><td>Sat</td><td>10 &amp; on</td></tr>\n</tbody></table></div>\n\
        <pre><code>&lt;pre&gt;\n</code></pre>";
    assert_eq!(html(source), expected);
}

#[test]
fn links_lead_outside_and_images_are_links() {
    let link =
        |address: &str, text: &str| format!("<p><a href=\"{address}\" rel=\"nofollow noopener ugc\">{text}</a></p>\n");
    assert_eq!(html("[shop](https://a.example/?a=1&b=2)"), link("https://a.example/?a=1&amp;b=2", "shop"));
    assert_eq!(html("![map](HTTPS://a.example/m.png \"t\")"), link("HTTPS://a.example/m.png", "map"));
    assert_eq!(html("<ann@a.example>"), link("mailto:ann@a.example", "ann@a.example"));
    assert_eq!(html("[](http://a.example)"), link("http://a.example", "http://a.example"));
    assert_eq!(html("https://a.example/x_y_z"), link("https://a.example/x_y_z", "https://a.example/x_y_z"));
    assert!(html("See (https://a.example/).").ends_with("https://a.example/</a>).</p>\n"));
    assert!(html("[![i](https://a.example/i)](https://a.example/)").matches("<a ").count() == 1);
    for plain in ["https://", "xhttp://a.example", "http", "[x](/events/)", "[x](//a.example)", "[x](ftp://a.example)"]
    {
        assert!(!html(plain).contains("<a"), "{plain}");
    }
}

#[test]
fn plain_text_has_no_marks_and_an_end() {
    let source =
        "# Hello\n\n**You** and [me](https://a.example)\nhere\n\n* one\n* two\n\n| a | b |\n|---|---|\n| c | d |";
    assert_eq!(plain(source, 200), "Hello\nYou and me\nhere\none\ntwo\na b\nc d");
    assert_eq!(plain("Ää Öö Üü", 6), "Ää Öö…");
    assert_eq!((plain("Ää", 2), plain("", 5)), ("Ää".to_owned(), String::new()));
}

/// Sources that try to be more than text.
fn hostile() -> Vec<String> {
    let scripts = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "\"><script>alert(1)</script>",
        "' onmouseover='alert(1)",
        "\" style=\"x\" onfocus=\"alert(1)\" autofocus x=\"",
        "<!-- --><iframe src=javascript:alert(1)>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<?php echo 1 ?>",
        "<style>*{display:none}</style>",
        "</main></body><form action=//evil.example>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;alert(1)&#x3c;/script>",
    ];
    let targets = [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "&#106;avascript:alert(1)",
        "javascript&colon;alert(1)",
        "\u{1}javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:msgbox(1)",
        "file:///etc/passwd",
        "//evil.example",
        "https://a.example/\" onclick=\"alert(1)",
        "https://a.example/'onclick='alert(1)",
        "https:javascript:alert(1)",
        "mailto:a@a.example?\"><script>alert(1)</script>",
    ];
    let places = [
        "{}",
        "# {}",
        "> {}",
        "* {}",
        "| {} |\n|---|\n| {} |",
        "[{}](https://a.example)",
        "![{}]({})",
        "**{}**",
        "`{}`",
    ];
    let fenced =
        ["```{}\n{}\n```", "    {}", "[x]: {}\n\n[x]", "<{}>", "[x](<{}>)", "[x](https://a.example \"{}\")", "a{}b"];
    let places = || places.iter().chain(&fenced);
    let filled = |text: &&str| places().map(|place| place.replace("{}", text)).collect::<Vec<_>>();
    scripts.iter().chain(&targets).flat_map(filled).collect()
}

/// Fails unless every tag is one of ours, closed in order, with attributes of ours.
fn assert_harmless(source: &str, html: &str) {
    let mut open = Vec::new();
    for (at, part) in html.split('<').enumerate().skip(1) {
        let (tag, _) = part.split_once('>').unwrap_or_else(|| panic!("{source}: {html}"));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let known = "p h3 h4 h5 h6 blockquote pre code ul ol li div table thead tbody tr th td em strong del a br hr";
        assert!(known.split(' ').any(|known| known == name.trim_start_matches('/')), "{source} {at}: {html}");
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{source}: {html}"),
            None if ["br", "hr"].contains(&name) => {}
            None => open.push(name),
        }
        let target =
            attributes.strip_prefix("href=\"").and_then(|rest| rest.strip_suffix("\" rel=\"nofollow noopener ugc\""));
        let is_ours = match name {
            "a" => target.is_some_and(|target| !target.contains(['"', '\'', '>']) && is_target(target)),
            "ol" => attributes.starts_with("start=\"") && !attributes[7..].trim_end_matches('"').contains('"'),
            "th" => attributes == "scope=\"col\"",
            "div" => attributes == "class=\"wide\" tabindex=\"0\"",
            _ => attributes.is_empty(),
        };
        assert!(is_ours, "{source}: {tag}");
    }
    assert!(open.is_empty(), "{source}: {html}");
    assert!(html.chars().all(is_shown), "{source}");
}

#[test]
fn hostile_text_does_nothing() {
    for source in hostile() {
        assert_harmless(&source, &html(&source));
        assert!(plain(&source, 100).chars().count() <= 100, "{source}");
    }
}

#[test]
fn controls_and_marks_of_direction_are_left_out() {
    let source = "a\0b\u{7}c\u{202e}d\u{2066}e&#x202e;f&#7;g\r\nh";
    assert_eq!(html(source).replace('\u{fffd}', ""), "<p>abcdefg<br>\nh</p>\n");
    assert!(plain(source, 99).chars().all(is_shown));
    assert!(!html("[x](https://a.example/&#x202e;gpj)").contains("<a"));
}

#[test]
fn deep_wide_and_long_text_ends_soon() {
    let many = |part: &str| part.repeat(10_000 / part.len());
    let wide = format!("{}\n{}\n{}", "|a".repeat(1_200), "|-".repeat(1_200), "b\n".repeat(2_500));
    let links = format!("[a]: https://a.example/{}\n\n{}", "x".repeat(5_000), "[a] ".repeat(1_200));
    let nested: String = (0..140).map(|depth| format!("{}- a\n", " ".repeat(depth))).collect();
    let parts =
        ["[", "![", "](", "> ", ">", "* ", "- ", "1. ", "*", "_a_", "**a ", "`", "``a", "<", "<a ", "&", "&amp;", "~"];
    let more = [
        "[a](",
        "<!--",
        "|",
        "\\",
        "#",
        "\t",
        "a\n",
        "\n\n",
        "http",
        "http://",
        "<https://a>",
        "]",
        "*_",
        "`\\",
        "[](",
    ];
    let sources = parts.iter().chain(&more).map(|part| many(part)).chain([wide, links, nested]);
    for source in sources {
        let begun = Instant::now();
        let html = html(&source);
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}: {:.40}", begun.elapsed(), source);
        assert!(html.len() < 2 * SIZE, "{}: {:.40}", html.len(), source);
        assert_harmless(&source[..source.len().min(40)], &html);
    }
}
