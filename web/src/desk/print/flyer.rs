//! `…/print/flyer/`: a flyer for the counter or the door, from which players register themselves on their phones.

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use proto_events::vocabulary::{LifecycleStatus, RegistrationPolicy};
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet, has_public_page, size_of};
use crate::parts::qr::QrCode;
use crate::serving::failures::{PageResult, not_found};

#[derive(Template)]
#[template(path = "desk/print/flyer.html")]
struct FlyerSheet<'a> {
    sheet: Sheet<'a>,
    /// The code to scan, and what to type instead; none if the event needs a join code and has none.
    code: Option<(QrCode, String)>,
    /// Where to type it, without the scheme.
    address: String,
}

/// Whether players register for the event themselves, now or later.
pub(crate) fn admits_players(event: &Tournament) -> bool {
    let is_before = event.takes_registrations() || event.lifecycle == LifecycleStatus::RegistrationClosed;
    is_before && event.details.registration_policy != RegistrationPolicy::Staff && has_public_page(event)
}

pub(crate) async fn show(asked: &Asked<'_>) -> PageResult {
    let (state, public_url) = (asked.state(), &asked.shared.public_url);
    // The join code is for those who may make another.
    let is_hidden = state.details.registration_policy == RegistrationPolicy::JoinCode;
    if is_hidden && !asked.may(Operation::ManageRegistrations) {
        return Err(not_found().into());
    }
    let typed = match state.details.registration_policy {
        RegistrationPolicy::JoinCode => asked.shared.join_codes.current(state).map(api_kit::JoinCode::text),
        _ => Some(state.id.to_string()),
    };
    let code = typed.map(|typed| Ok((QrCode::draw(format!("{public_url}/join/{typed}/"))?, typed)));
    let address = format!("{}/join/", public_url.split_once("://").map_or(public_url.as_str(), |(_, rest)| rest));
    let code = code.transpose().map_err(|error: qrcode::types::QrError| Problem::internal(error))?;
    asked.page(&FlyerSheet { sheet: asked.sheet("desk-paper-flyer"), code, address })
}
