//! What stands around every page: where its links begin, who is signed in, and where that person may go.

use api_kit::Caller;
use domain::permissions::Operation;

use super::control::Text;
use crate::assets;

/// The frame of a page.
#[derive(Clone)]
pub(crate) struct Frame {
    /// The path that links begin with; empty, or `/crosstable` behind a gateway.
    pub(crate) base: String,
    /// Who is signed in.
    pub(crate) who: Option<Who>,
    /// What the forms of the page carry; empty where nobody is signed in.
    pub(crate) form_token: String,
    /// The control by which the form of the page asks for the password; none where it does not.
    pub(crate) password: Option<Text>,
    /// What was done just before; may be empty.
    pub(crate) done: &'static str,
}

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    /// The person's name.
    pub(crate) name: String,
    /// The organization's.
    pub(crate) organization: Option<String>,
    /// Where the person may go.
    pub(crate) links: Vec<NavLink>,
}

/// A link of the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NavLink {
    pub(crate) path: &'static str,
    pub(crate) label: &'static str,
    /// Whether this page belongs to it.
    pub(crate) current: bool,
}

/// The menu, with what one must be allowed to see a page of it.
const MENU: [(&str, &str, Operation); 4] = [
    ("/admin/members/", "Members", Operation::ReadMembers),
    ("/admin/keys/", "Keys", Operation::ReadAllKeys),
    ("/admin/audit/", "Audit", Operation::ReadAudit),
    ("/admin/account/", "Account", Operation::ReadOwnAccount),
];

impl Frame {
    /// Why the password that was given is refused; may be empty.
    pub(crate) fn password_fault(&self) -> &str {
        self.password.as_ref().map_or("", |password| &password.fault)
    }

    /// Where a file that pages load is.
    pub(crate) fn asset(&self, name: &str) -> String {
        format!("{}/admin/assets/{name}?v={}", self.base, assets::version())
    }
}

/// Where a caller may go, being on this page.
pub(crate) fn menu(caller: &Caller, path: &str) -> Vec<NavLink> {
    let overview = caller.organization_id.map(|_| NavLink {
        path: "/admin/",
        label: "Overview",
        current: path.trim_end_matches('/') == "/admin",
    });
    let may = |operation| caller.authorize(operation).is_ok();
    let others = MENU.into_iter().filter(|(.., operation)| may(*operation));
    let others = others.map(|(at, label, _)| {
        let current =
            path.strip_prefix(at.trim_end_matches('/')).is_some_and(|rest| matches!(rest.as_bytes(), [] | [b'/', ..]));
        NavLink { path: at, label, current }
    });
    overview.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use api_kit::caller::Way;
    use proto_events::ids::{OrganizationId, UserId};
    use proto_events::vocabulary::Role;

    use super::*;

    fn menu_of(role: Option<Role>, path: &str) -> Vec<(&'static str, bool)> {
        let organization_id = role.map(|_| OrganizationId(1));
        let caller = Caller { user_id: UserId(7), organization_id, role, way: Way::Token };
        menu(&caller, path).into_iter().map(|link| (link.label, link.current)).collect()
    }

    #[test]
    fn a_menu_holds_what_the_role_may_see() {
        let everything =
            [("Overview", false), ("Members", false), ("Keys", true), ("Audit", false), ("Account", false)];
        assert_eq!(menu_of(Some(Role::Admin), "/admin/keys/7/revoke/"), everything);
        assert_eq!(menu_of(Some(Role::Judge), "/admin"), [("Overview", true), ("Account", false)]);
        assert_eq!(menu_of(None, "/admin/account/"), [("Account", true)]);
    }
}
