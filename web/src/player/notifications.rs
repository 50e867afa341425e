//! `/me/notifications/`, and the same below a private link: the phones that ring, and which kinds of notifications go to phones and
//! by mail. `/unsubscribe/{link}/`, of a mail: stops its kind, or mail to the address, without signing in (RFC 8058).

use std::collections::BTreeSet;

use api_kit::Caller;
use askama::Template;
use domain::notifications::NotificationKind;
use domain::permissions::Operation::Register;
use proto_events::ids::{TournamentId, UserId};
use service_kit::hex::hex;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};
use storage::notifications::{NotificationChoices, PushSubscription};
use write_api::CommandError;
use write_api::unsubscribe::Stopped;

use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::player::event::does_not_open;
use crate::player::page::Player;
use crate::serving::failures::{PageError, PageResult, not_found, store_problem, unexpected};
use crate::serving::passwords::may_ring;
use crate::serving::people::person;
use crate::serving::request::{PageRequest, UserRequest};

/// The person whose notifications a page is about.
struct Owner {
    user_id: UserId,
    /// The address of the page, without the base path.
    path: String,
    /// The event and the address of the private link, if the person came with one.
    link: Option<(TournamentId, String)>,
    is_staff: bool,
}

/// The name of a choice, and whether it is on; none if the kind does not go this way.
type KindChoice = Option<(String, bool)>;

#[derive(Template)]
#[template(path = "player/notifications.html")]
struct NotificationsPage {
    frame: Frame,
    owner: Owner,
    /// The public key that subscriptions are made for.
    key: String,
    /// Each with the name under which it is removed, and its push service.
    phones: Vec<(String, String)>,
    /// Kinds of notifications: the text, and the choice for phones and for mail.
    kinds: Vec<(String, [KindChoice; 2])>,
    /// Where mail goes.
    mail: String,
}

pub(crate) async fn show_own(request: &UserRequest<'_>) -> PageResult {
    show(request, Owner::signed_in(request)).await
}

pub(crate) async fn send_own(request: &UserRequest<'_>) -> PageResult {
    let owner = Owner::signed_in(request);
    change(request, &owner, &request.session.caller).await?;
    request.redirect_with(&owner.path, "frame-done-saved")
}

pub(crate) async fn show_held(player: &Player<'_>) -> PageResult {
    if let Some(owner) = Owner::of_link(player).await? {
        return show(player, owner).await;
    }
    let (texts, frame) = (player.texts, player.frame());
    let (title, lead) = (texts.say("player-notifications"), vec![texts.say("player-notifications-sign-in")]);
    let links = vec![Link::new("/me/notifications/", texts.say("frame-sign-in"))];
    player.request.page(&MessagePage { frame, title, lead, links })
}

pub(crate) async fn send_held(player: &Player<'_>) -> PageResult {
    let owner = Owner::of_link(player).await?.ok_or_else(not_found)?;
    change(player, &owner, &player.caller(Register)?).await?;
    player.redirect(&owner.path)
}

impl Owner {
    fn signed_in(request: &UserRequest<'_>) -> Self {
        let is_staff = request.session.membership.is_some();
        Self { user_id: request.session.caller.user_id, path: "/me/notifications/".into(), link: None, is_staff }
    }

    /// Returns a guest. A person who has a password signs in for this: a link must not reach beyond its event.
    async fn of_link(player: &Player<'_>) -> Result<Option<Self>, Problem> {
        let event = &player.event.state;
        let user_id = event.registration(player.entry).ok_or_else(not_found)?.user_id;
        let is_guest = !person(player, user_id).await?.state.has_way_in();
        let (path, link) = (format!("{}notifications/", player.address), Some((event.id, player.address.clone())));
        Ok(is_guest.then_some(Self { user_id, path, link, is_staff: false }))
    }

    /// Returns the kinds that the page shows. Only staff gets a digest.
    fn kinds(&self) -> impl Iterator<Item = NotificationKind> {
        let is_staff = self.is_staff;
        NotificationKind::ALL.into_iter().filter(move |kind| is_staff || *kind != NotificationKind::Digest)
    }
}

/// Returns the names of the choices of a kind: for phones, and for mail. There are none for a way that is off here.
fn names(request: &PageRequest, kind: NotificationKind) -> [Option<String>; 2] {
    let [rings, is_sent] = [may_ring(request), request.shared.commands.mail_from().is_some()];
    let on_phones = (rings && kind.is_pushed()).then(|| kind.off_on_phones());
    [on_phones, (is_sent && kind.is_mailed()).then(|| kind.off_by_mail())]
}

/// Returns the name of a phone on the page, which says nothing about its address.
fn name(endpoint: &str) -> String {
    hex(&Sha256::digest(endpoint))
}

async fn show(request: &PageRequest, owner: Owner) -> PageResult {
    let (shared, people) = (&request.shared, [owner.user_id]);
    let phones = shared.events.push_subscriptions(&people).await.map_err(store_problem)?;
    let host = |endpoint: &str| endpoint.split('/').nth(2).unwrap_or_default().to_owned();
    let phones = phones.iter().map(|phone| (name(&phone.endpoint), host(&phone.endpoint))).collect();
    let off = choices(request, owner.user_id).await?.off;
    let choice = |name: String| (!off.contains(&name), name);
    let choices = |kind| names(request, kind).map(|name| name.map(choice).map(|(is_on, name)| (name, is_on)));
    let kinds = owner.kinds().map(|kind| (request.texts.term(kind), choices(kind)));
    let kinds = kinds.filter(|(_, choices)| choices.iter().any(Option::is_some)).collect();
    let key = shared.commands.push_key().await.map_err(store_problem)?.public();
    let mail = mail(request, &owner).await?;
    request.page(&NotificationsPage { frame: request.frame(), owner, key, phones, kinds, mail })
}

/// Says where mail goes. The holder of a private link is not shown the address.
async fn mail(request: &PageRequest, owner: &Owner) -> Result<String, Problem> {
    let texts = request.texts;
    if request.shared.commands.mail_from().is_none() {
        return Ok(texts.say("player-mail-off"));
    }
    let address = person(request, owner.user_id).await?.state.profile.email.clone();
    Ok(match (address.is_empty(), &owner.link) {
        (true, _) => texts.say("player-mail-no-address"),
        (false, Some(_)) => texts.say("player-mail-to-account"),
        (false, None) => texts.with("player-mail-to", "address", address),
    })
}

/// Returns what a person has switched off. The language is empty if nothing is stored.
async fn choices(request: &PageRequest, user_id: UserId) -> Result<NotificationChoices, Problem> {
    let stored = request.shared.events.notification_choices(&[user_id]).await.map_err(store_problem)?;
    let none = || NotificationChoices { user_id, language: String::new(), off: BTreeSet::new() };
    Ok(stored.into_iter().next().unwrap_or_else(none))
}

/// Takes the step that the form names.
async fn change(request: &PageRequest, owner: &Owner, caller: &Caller) -> Result<(), PageError> {
    request.shared.room.for_own_account(caller)?;
    let (events, form, user_id) = (&request.shared.events, &request.form, owner.user_id);
    let language = request.texts.language().tag().to_owned();
    match form.exact("step") {
        "phone" => {
            let field = |name| form.exact(name).to_owned();
            let (endpoint, public_key, auth) = (field("endpoint"), field("p256dh"), field("auth"));
            let subscription = PushSubscription { id: 0, user_id, endpoint, public_key, auth, language };
            let subscribed = request.shared.commands.subscribe_to_push(&subscription).await;
            subscribed.map_err(|error| match error {
                CommandError::Refused(_) => request.fault("player-phone-failed"),
                error => PageError::of_command(request.texts, error),
            })?;
        }
        "remove" => {
            let phones = events.push_subscriptions(&[user_id]).await.map_err(store_problem)?;
            for phone in phones.iter().filter(|phone| name(&phone.endpoint) == form.exact("phone")) {
                events.remove_push_subscription(&phone.endpoint).await.map_err(store_problem)?;
            }
        }
        "choose" => {
            let mut off = choices(request, user_id).await?.off;
            let shown: BTreeSet<_> = owner.kinds().flat_map(|kind| names(request, kind)).flatten().collect();
            off.retain(|name| !shown.contains(name));
            off.extend(shown.into_iter().filter(|name| form.all("on").all(|on| on != name)));
            let chosen = NotificationChoices { user_id, language, off };
            events.put_notification_choices(&chosen).await.map_err(store_problem)?;
        }
        _ => return Err(request.fault("player-stale")),
    }
    Ok(())
}

/// Returns what the link in the path stops, if it opens.
async fn stopped(request: &PageRequest) -> Result<Option<Stopped>, Problem> {
    request.shared.commands.unsubscribed_by(request.param("link")).await.map_err(store_problem)
}

/// Asks whether to stop mail: programs open links, too.
pub(crate) async fn ask_to_unsubscribe(request: &PageRequest) -> PageResult {
    let texts = request.texts;
    let lead = match stopped(request).await? {
        Some(Stopped::Kind(_, kind)) => texts.with("player-unsubscribe-why", "kind", texts.term(kind)),
        Some(Stopped::Address(_)) => texts.say("player-unsubscribe-address"),
        None => return Err(does_not_open(request, "player-unsubscribe-unknown").await),
    };
    let action = format!("/unsubscribe/{}/", request.param("link"));
    let page = FormPage::new(request.frame(), texts.say("player-unsubscribe"), action, "player-unsubscribe");
    request.page(&page.lead(lead))
}

pub(crate) async fn unsubscribe(request: &PageRequest) -> PageResult {
    let (shared, texts) = (&request.shared, request.texts);
    let lead = match stopped(request).await? {
        Some(Stopped::Kind(user_id, kind)) => {
            let language = texts.language().tag();
            let turned_off = shared.events.turn_notification_off(user_id, &kind.off_by_mail(), language).await;
            turned_off.map_err(store_problem)?;
            texts.with("player-unsubscribed-why", "kind", texts.term(kind))
        }
        Some(Stopped::Address(guest)) => {
            shared.commands.stop_mail(guest).await.map_err(unexpected)?;
            texts.say("player-unsubscribed-address")
        }
        None => return Err(does_not_open(request, "player-unsubscribe-unknown").await),
    };
    let (frame, title) = (request.frame(), texts.say("player-unsubscribed"));
    request.page(&MessagePage { frame, title, lead: vec![lead], links: Vec::new() })
}
