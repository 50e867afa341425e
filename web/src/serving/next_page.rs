//! The page after signing in.

/// The page after signing in, if the person did not ask for another one.
pub(crate) const START: &str = "/admin/";

/// Returns the wanted page if it is a page for people who are signed in, else the first page. So a link cannot redirect to
/// another site.
pub(crate) fn local_path(wanted: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_?=&".contains(&byte);
    let is_ours = ["/admin/", "/desk/", "/me/"].iter().any(|start| wanted.starts_with(start))
        && wanted.bytes().all(plain)
        && !wanted.contains("//");
    if is_ours { wanted } else { START }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_away_by_a_link_to_sign_in() {
        for fine in [
            "/admin/",
            "/admin/keys/7/",
            "/admin/audit/?before=120",
            "/desk/",
            "/desk/events/7/round/",
            "/me/",
            "/me/7/",
        ] {
            assert_eq!(local_path(fine), fine);
        }
        for wrong in [
            "",
            "https://evil.example/",
            "//evil.example/admin/",
            "/admin//evil.example",
            "/\\evil.example",
            "/admin/\\..\\evil",
            "/admin/../login/",
            "javascript:alert(1)",
            "/admin/\r\nSet-Cookie: a=b",
            "/login/",
            "/admin",
            " /admin/",
        ] {
            assert_eq!(local_path(wrong), START, "{wrong}");
        }
    }
}
