//! The channel of mail: letters to people (`write_api::letters`) over SMTP.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use proto_events::ids::UserId;
use service_kit::chain;
use storage::deliveries::Delivery;
use tokio::time::timeout;
use write_api::accounts::address_for;
use write_api::letters::{Contents, WrittenLetter};
use write_api::unsubscribe::Stopped;

use crate::channel::{Attempt, Channel, Context, Failed};
use crate::notifications;

/// Replies of a server that refuses this service, and not the message: sign-in is needed, or has failed.
const NOT_SIGNED_IN: [u16; 4] = [530, 534, 535, 538];

/// How long a connection to one of the server's addresses may take.
const CONNECT: Duration = Duration::from_secs(5);

/// How long the server may take to answer the end of a connection.
const FAREWELL: Duration = Duration::from_secs(1);

/// The mail server, and who mail comes from.
#[derive(Debug, Clone)]
pub struct MailSettings {
    host: String,
    port: u16,
    tls: Tls,
    login: Option<Credentials>,
    from: Address,
}

pub(crate) struct Mail {
    pub(crate) context: Context,
    pub(crate) settings: Arc<MailSettings>,
}

impl MailSettings {
    /// Reads settings: a server such as `smtps://mail.example.org`, `smtp://mail.example.org:587` or
    /// `smtp://127.0.0.1:25`, how to sign in there, and the address that mail comes from.
    ///
    /// # Errors
    /// If a setting is wrong: a text that says which one, and why.
    pub fn new(server: &str, login: Option<(String, String)>, from: &str) -> Result<Self, String> {
        let (host, port, tls) = parse(server)?;
        let from = from.parse().map_err(|error| format!("`{from}` is not an e-mail address: {error}"))?;
        let login = login.map(|(user, password)| Credentials::new(user, password));
        Ok(Self { host, port, tls, login, from })
    }

    /// Connects, with TLS, and signs in.
    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let (at_once, afterwards) = match &self.tls {
            Tls::Wrapper(tls) => (Some(tls.clone()), None),
            Tls::Required(tls) => (None, Some(tls.clone())),
            Tls::None | Tls::Opportunistic(_) => (None, None),
        };
        let name = ClientId::default();
        let server = (self.host.as_str(), self.port);
        let connected = AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &name, at_once, None);
        let mut connection = connected.await?;
        if let Some(tls) = afterwards {
            connection.starttls(tls, &name).await?;
        }
        if let Some(login) = &self.login {
            connection.auth(DEFAULT_MECHANISMS, login).await?;
        }
        Ok(connection)
    }

    /// Returns the address that mail comes from.
    pub fn from(&self) -> &str {
        self.from.as_ref()
    }
}

/// Reads the address of a mail server. TLS begins at once or by `STARTTLS`, and is missing only on this machine.
fn parse(text: &str) -> Result<(String, u16, Tls), String> {
    let wrong = || format!("`{text}` is not smtp://HOST[:PORT] or smtps://HOST[:PORT]");
    let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
    let (host, port) = match rest.trim_end_matches('/').rsplit_once(':') {
        Some((host, port)) => (host, Some(port.parse::<u16>().map_err(|_| wrong())?)),
        None => (rest.trim_end_matches('/'), None),
    };
    let is_name = |host: &str| host.chars().all(|it| it.is_ascii_alphanumeric() || ".-".contains(it));
    if host.is_empty() || !is_name(host) {
        return Err(wrong());
    }
    let is_loopback = |host: &str| host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    let is_here = host == "localhost" || is_loopback(host);
    let tls = || TlsParameters::new(host.to_owned()).map_err(|error| chain(&error));
    let (tls, usual) = match scheme {
        "smtps" => (Tls::Wrapper(tls()?), 465),
        "smtp" if is_here => (Tls::None, 25),
        "smtp" => (Tls::Required(tls()?), 587),
        _ => return Err(wrong()),
    };
    Ok((host.to_owned(), port.unwrap_or(usual), tls))
}

#[async_trait]
impl Channel for Mail {
    async fn attempt(&self, delivery: &Delivery) -> Attempt {
        let (Context { api, public_url, write, .. }, id) = (&self.context, UserId(delivery.message.recipient.id));
        // An account that was erased has no address.
        let user = api.user(id).await?.map(|user| user.state.clone());
        let user = user.filter(|user| !user.is_erased).unwrap_or_default();
        let (letter, mut facts) = notifications::read_letter(api, delivery, id).await?;
        let stops = match &letter.contents {
            Contents::Notification(about) => Some(Stopped::Kind(id, about.what.kind())),
            Contents::GuestLink { .. } => Some(Stopped::Address(id)),
            _ => None,
        };
        if let Some(stops) = stops {
            facts.unsubscribe = format!("{public_url}{}", api.unsubscribe_path(stops).await?);
        }
        let to = address_for(&user, &letter.contents, api.now()).map_err(Failed::refused)?;
        let written = write(&letter, &user.profile.username, &facts);
        let mail = compose(delivery, [&self.settings.from, &address(to)?], written, &facts.unsubscribe)?;
        self.deliver(mail).await
    }
}

impl Mail {
    /// Gives a mail to the server.
    async fn deliver(&self, mail: Message) -> Attempt {
        // The whole attempt has a limit: a server may accept a connection and say nothing. A connection is used for one
        // mail, so that no answer to an earlier one that was given up is taken for its own.
        let (is_about_mail, error) = match timeout(self.context.pace.answer(), self.send(mail)).await {
            Ok(Ok(mut connection)) => {
                // The server has the mail, whatever it says to the end.
                tokio::spawn(async move {
                    let _ = timeout(FAREWELL, connection.quit()).await;
                });
                return Ok(None);
            }
            Ok(Err(failed)) => failed,
            Err(_) => return Err(Failed::retry("The mail server took too long.")),
        };
        let status = error.status().map(u16::from);
        let is_own = is_about_mail && !status.is_some_and(|status| NOT_SIGNED_IN.contains(&status));
        let said = without_addresses(&chain(&error));
        tracing::info!(status, error = said, "a letter was not accepted");
        Err(match is_own && error.is_permanent() {
            true => Failed { status, ..Failed::refused(said) },
            false => Failed { status, ..Failed::retry(said) },
        })
    }

    /// Sends a mail over a new connection. With an error comes whether it is about this mail: the server has accepted the
    /// sign-in and the address that all mail comes from.
    async fn send(&self, mail: Message) -> Result<AsyncSmtpConnection, (bool, Error)> {
        let (envelope, bytes) = (mail.envelope().clone(), mail.formatted());
        let mut connection = self.settings.connect().await.map_err(|error| (false, error))?;
        let from = commands::Mail::new(envelope.from().cloned(), Vec::new());
        connection.command(from).await.map_err(|error| (false, error))?;
        connection.command(commands::Rset).await.map_err(|error| (false, error))?;
        connection.send(&envelope, &bytes).await.map_err(|error| (true, error))?;
        Ok(connection)
    }
}

fn address(text: &str) -> Result<Address, Failed> {
    text.parse().map_err(|_| Failed::refused("This is not an e-mail address."))
}

/// Returns the mail from one address to another. Nothing that people write gets into a header except the address, which is
/// parsed.
fn compose(
    delivery: &Delivery,
    [from, to]: [&Address; 2],
    WrittenLetter { subject, text, html, .. }: WrittenLetter,
    unsubscribe: &str,
) -> Result<Message, Failed> {
    let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    let builder = Message::builder()
        .from(Mailbox::new(None, from.clone()))
        .to(Mailbox::new(None, to.clone()))
        .subject(subject)
        .message_id(Some(message_id(delivery, from.domain())))
        .raw_header(header("Auto-Submitted", "auto-generated".into()))
        .date(delivery.message.recorded_at.into());
    let builder = match unsubscribe {
        "" => builder,
        address => builder
            .raw_header(header("List-Unsubscribe", format!("<{address}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into())),
    };
    let mail = builder.multipart(MultiPart::alternative_plain_html(text, html));
    mail.map_err(|error| Failed::refused(error.to_string()))
}

/// Hides addresses in what a server said, so that the log of deliveries has no address.
fn without_addresses(said: &str) -> String {
    let hidden = |word| if str::contains(word, '@') { "…" } else { word };
    said.split_whitespace().map(hidden).collect::<Vec<_>>().join(" ")
}

/// Returns the id of a message, the same for each attempt. It does not show the cause, which may name a link's hash.
fn message_id(delivery: &Delivery, domain: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(format!("{}/{}", delivery.message.recipient.id, delivery.message.cause));
    format!("<{}@{domain}>", service_kit::hex::hex(&hash[..16]))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::ids::{DeliveryId, OrganizationId};
    use storage::deliveries::DeliveryState;

    use super::*;

    #[test]
    fn a_server_is_read_and_only_one_on_this_machine_goes_without_tls() {
        for (text, host, port, expected) in [
            ("smtps://mail.example.org", "mail.example.org", 465, "at once"),
            ("smtp://mail.example.org/", "mail.example.org", 587, "STARTTLS"),
            ("smtp://mail.example.org:2525", "mail.example.org", 2_525, "STARTTLS"),
            ("smtp://127.0.0.1:1025", "127.0.0.1", 1_025, "none"),
            ("smtp://localhost", "localhost", 25, "none"),
            ("smtp://127.example.org", "127.example.org", 587, "STARTTLS"),
        ] {
            let (read, read_port, tls) = parse(text).unwrap();
            let tls = match tls {
                Tls::Wrapper(_) => "at once",
                Tls::Required(_) => "STARTTLS",
                Tls::None | Tls::Opportunistic(_) => "none",
            };
            assert_eq!((read.as_str(), read_port, tls), (host, port, expected), "{text}");
        }
        for wrong in
            ["", "mail.example.org", "http://a.example", "smtp://", "smtp://a b", "smtp://a:70000", "smtp://u:p@a"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    /// Returns a mail with this address, and the path to switch it off.
    fn mail(to: &str, unsubscribe: &str) -> Result<String, Failed> {
        let written = WrittenLetter {
            subject: "Größe\r\nBcc: all@example.org".into(),
            lead: String::new(),
            path: String::new(),
            text: "Hello ann\r\nBcc: all@example.org".into(),
            html: "<p>Hello</p>".into(),
        };
        let message = storage::deliveries::Message {
            recipient: UserId(9).into(),
            organization_id: OrganizationId(0),
            tournament_id: None,
            subject: 0,
            cause: "test/1".into(),
            recorded_at: DateTime::UNIX_EPOCH,
            due_at: None,
            expires_at: None,
            payload: String::new(),
        };
        let (id, state) = (DeliveryId(1), DeliveryState::Pending);
        let delivery = Delivery { id, message, state, attempts: 0, failures: 0, last: None };
        let from = "desk@store.example".parse().unwrap();
        let mail = compose(&delivery, [&from, &address(to)?], written, unsubscribe)?;
        Ok(String::from_utf8(mail.formatted()).unwrap())
    }

    #[test]
    fn what_a_server_said_is_kept_without_addresses() {
        assert_eq!(without_addresses("550 5.1.1 <ann@store.example>:\r\n unknown"), "550 5.1.1 … unknown");
    }

    #[test]
    fn a_mail_of_a_kind_that_can_be_switched_off_says_how_in_its_head() {
        let unsubscribe = format!("https://store.example/unsubscribe/{}/", "Ab-_".repeat(12));
        let mail = self::mail("ann@store.example", &unsubscribe).unwrap();
        let head = mail.split_once("\r\n\r\n").unwrap().0.replace("\r\n ", " ").replace("  ", " ");
        assert!(head.contains(&format!("\r\nList-Unsubscribe: <{unsubscribe}>\r\n")), "{head}");
        assert!(head.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{head}");
        let other = self::mail("ann@store.example", "").unwrap();
        assert!(!other.contains("List-Unsubscribe"), "a letter that is always sent");
    }

    #[test]
    fn nothing_that_people_write_becomes_a_header() {
        let mail = mail("ann@store.example", "").unwrap();
        let (head, _) = mail.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{head}");
        assert!(head.contains("To: ann@store.example") && head.contains("Auto-Submitted: auto-generated"), "{head}");
        for hostile in ["ann@store.example\r\nBcc: b@c.example", "a@b.example, c@d.example", "ann", ""] {
            assert!(self::mail(hostile, "").is_err(), "{hostile}");
        }
    }
}
