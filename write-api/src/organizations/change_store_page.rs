//! Changes the page of the caller's store. Its slug is unique in the service, and stays the store's when it gets another
//! one: the earlier addresses lead to the page.

use domain::documents::StorePageDocument;
use domain::organization::StorePage;

use crate::engine::UniqueName;
use crate::prelude::*;

/// The scope in which the slugs of stores are claimed.
const SCOPE: &str = "store-slug";
/// What [`is_slug`], [`is_color`] and `FieldErrors::web_address` allow, as patterns.
const SLUG: &str = "^([a-z-][a-z0-9-]+|[0-9]+[a-z-][a-z0-9-]*)$";
const COLOR: &str = "^(#[0-9A-Fa-f]{6})?$";
const WEBSITE: &str = r"^(https?://\S+)?$";

pub(crate) const ROUTE: Route = Route {
    id: "change_store_page",
    tag: Tag::Members,
    summary: "Change the page of your store",
    text: "Fields that are not given stay as they are; an empty text is not shown. `slug` is the store's name in the \
           address of the page: 2 to 60 lower-case letters, digits and hyphens. With the first change it is made from \
           the name if it is not given. Earlier addresses lead to the page. `accent` is the colour of buttons and \
           links; pages darken or lighten it until it can be read.",
    body: Some(body_schema::<ChangeStorePage>()),
    answer: Answer::of::<StorePageDocument<'_>>(200),
    is_always_possible: true,
    ..Route::at("PATCH", "/api/v1/store-page/", Operation::ManageStorePage)
};

body! {
    /// Changes of a store's page. Fields that are not given stay as they are.
    pub struct ChangeStorePage as StorePageChange within organization_id such as r#"{"about": "Cards and coffee."}"# {
        /// The store's name in the address of the page.
        slug: Option<String> => (*STORE_SLUG.end(), SLUG),
        /// What the store says about itself, as Markdown.
        about: Option<String> => STORE_ABOUT,
        /// Postal address.
        address: Option<String> => STORE_ADDRESS,
        /// Address of the store's own web page.
        website: Option<String> => (STORE_ADDRESS, WEBSITE),
        /// The colour of buttons and links, as `#rrggbb`; empty for the colour of the service.
        accent: Option<String> => (1 + ACCENT_COLOR, COLOR),
    }
}

answers!(within ChangeStorePage => document());

/// Answers with the page of the store.
pub(crate) async fn document(request: &WriteRequest, written: &Written<Organization>) -> Result<Response, Problem> {
    answer::json(request, written.folded.position, &StorePageDocument::of(&written.folded.state)).await
}

impl DirectCommand for ChangeStorePage {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let id = self.organization_id;
        let (context, stream) = (Context::within(actor, id), StreamId::organization(id));
        let wanted = |organization: Arc<Folded<Organization>>| wanted_slug(api, organization, self.slug.clone());
        let decide = |organization: &Organization, wanted: &Wanted, _: &mut _| {
            let events = decide(organization, self, wanted)?;
            let claim = UniqueName { scope: SCOPE.to_owned(), name: wanted.slug.clone() }.claim(stream);
            let is_new = !events.is_empty() && wanted.slug != organization.page.slug;
            Ok(Decision { claims: is_new.then_some(claim).into_iter().collect(), ..Decision::from(events) })
        };
        api.change_with(&context, stream, wanted, decide).await
    }
}

/// The slug that the page is to have.
struct Wanted {
    slug: String,
    /// Whether another store has or had it.
    is_taken: bool,
}

/// Returns the given slug or that of the page. If there is neither, makes one from the name: with the id, if another
/// store has it.
async fn wanted_slug(
    api: &WriteApi,
    organization: Arc<Folded<Organization>>,
    given: Option<String>,
) -> Result<Wanted, CommandError> {
    let organization = &organization.state;
    let made = || {
        let slug = names::slug(&organization.name);
        if is_slug(&slug) { slug } else { format!("store-{}", organization.id) }
    };
    let known = Some(&organization.page.slug).filter(|slug| !slug.is_empty()).cloned();
    let is_made = given.is_none() && known.is_none();
    let slug = given.or(known).unwrap_or_else(made);
    let holder = api.holder(SCOPE, &slug).await?;
    let is_taken = holder.is_some_and(|holder| holder != StreamId::organization(organization.id));
    if is_made && is_taken {
        return Ok(Wanted { slug: format!("store-{}", organization.id), is_taken: false });
    }
    Ok(Wanted { slug, is_taken })
}

/// Whether a text can be a slug. Numbers are the ids of organizations.
fn is_slug(slug: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    STORE_SLUG.contains(&slug.len()) && slug.bytes().all(is_letter) && !slug.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a text is empty or a colour.
fn is_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    text.is_empty() || (digits.len() == ACCENT_COLOR && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Decides the command, which is refused if a field is invalid, or another store has the slug.
fn decide(
    organization: &Organization,
    command: &ChangeStorePage,
    wanted: &Wanted,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    let mut page =
        applied!(StorePage: command => organization.page, [about, address, website, accent], slug: wanted.slug.clone());
    page.accent.make_ascii_lowercase();
    let mut errors = FieldErrors::default();
    if !is_slug(&page.slug) {
        errors.add(
            "slug",
            message!(
                "not-a-store-slug",
                "Must have 2 to 60 lower-case letters, digits and hyphens, and not only digits."
            ),
        );
    } else if wanted.is_taken {
        errors.add("slug", message!("store-slug-taken", "This address belongs to another store."));
    }
    errors.text("about", &page.about, STORE_ABOUT);
    errors.text("address", &page.address, STORE_ADDRESS);
    errors.web_address("website", &page.website, STORE_ADDRESS);
    if !is_color(&page.accent) {
        errors.add("accent", message!("not-an-accent", "Must be a colour such as #1f6feb."));
    }
    errors.check()?;
    let before = &organization.page;
    let StorePage { slug, about, address, website, accent } = page;
    let mut events = Vec::new();
    if (&slug, &accent) != (&before.slug, &before.accent) {
        events.push(OrganizationEvent::StoreBrandChanged { slug, accent });
    }
    if (&about, &address, &website) != (&before.about, &before.address, &before.website) {
        events.push(OrganizationEvent::StoreTextsChanged { about, address, website });
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn nothing() -> ChangeStorePage {
        let organization_id = OrganizationId(1);
        ChangeStorePage { organization_id, slug: None, about: None, address: None, website: None, accent: None }
    }

    fn decided(command: &ChangeStorePage, slug: &str, is_taken: bool) -> Result<Vec<OrganizationEvent>, Refusal> {
        decide(&organization(&[]), command, &Wanted { slug: slug.into(), is_taken })
    }

    fn refused(command: &ChangeStorePage, slug: &str, is_taken: bool) -> String {
        coded(decided(command, slug, is_taken))
    }

    #[test]
    fn given_fields_change_and_the_rest_stays() {
        let accent = ChangeStorePage { accent: Some("#1F6FEB".into()), ..nothing() };
        let changed = OrganizationEvent::StoreBrandChanged { slug: "moxhall".into(), accent: "#1f6feb".into() };
        assert_eq!(decided(&accent, "moxhall", false).unwrap(), std::slice::from_ref(&changed));
        let state = organization(&[changed]);
        let wanted = Wanted { slug: "moxhall".into(), is_taken: false };
        assert_eq!(decide(&state, &nothing(), &wanted).unwrap(), []);
        let texts = ChangeStorePage { about: Some("Cards".into()), ..nothing() };
        let (about, address, website) = ("Cards".into(), String::new(), String::new());
        let changed = OrganizationEvent::StoreTextsChanged { about, address, website };
        assert_eq!(decide(&state, &texts, &wanted).unwrap(), [changed]);
    }

    #[test]
    fn former_slugs_are_kept_until_they_are_taken_again() {
        let page = |slug: &str| OrganizationEvent::StoreBrandChanged { slug: slug.into(), accent: String::new() };
        assert_eq!(organization(&[page("a-b"), page("c-d"), page("e-f")]).former_slugs, ["a-b", "c-d"]);
        assert_eq!(organization(&[page("a-b"), page("c-d"), page("a-b")]).former_slugs, ["c-d"]);
    }

    #[test]
    fn bad_fields_are_refused() {
        for slug in ["", "a", "12", "Aa", "a b", "ä-b", &"a".repeat(61)] {
            assert!(refused(&nothing(), slug, false).starts_with("invalid slug: "), "{slug}");
        }
        assert_eq!(refused(&nothing(), "moxhall", true), "invalid slug: This address belongs to another store.");
        for website in ["javascript:alert(1)", "moxhall.example", "https://", "https://a b/"] {
            let command = ChangeStorePage { website: Some(website.into()), ..nothing() };
            assert!(refused(&command, "moxhall", false).starts_with("invalid website: "), "{website}");
        }
        for accent in ["red", "#12345", "#12345g", "1f6feb", "#1f6feb;"] {
            let command = ChangeStorePage { accent: Some(accent.into()), ..nothing() };
            assert!(refused(&command, "moxhall", false).starts_with("invalid accent: "), "{accent}");
        }
        let long = ChangeStorePage { about: Some("x".repeat(5_001)), ..nothing() };
        assert!(refused(&long, "moxhall", false).starts_with("invalid about: "));
    }
}
