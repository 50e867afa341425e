//! Sheets of an event to print, for when the wall, the table or a judge's hand needs paper: `/desk/events/{id}/print/`.
//!
//! A sheet is drawn from the newest state of the event, like every page of the desk. `sheet.rs` has its head, the paper,
//! and the order of slips that are cut from a stack. The other files have the sheets. `print.css` sets
//! sizes; the browser breaks lists into pages and repeats their heads.

mod flyer;
mod overview;
mod players;
mod round;
mod sheet;

use crate::desk::event::Desk;
use crate::desk::print::sheet::Asked;
use crate::serving::router::pages;

pages! { "desk_print":
    GET "/desk/events/{id}/print/" ReadDesk(Asked) overview::show "Show the sheets of an event to print";
    GET "/desk/events/{id}/print/flyer/" ReadDesk(Asked) flyer::show "Print a flyer with which players register themselves";
    GET "/desk/events/{id}/print/pairings-by-name/" ReadDesk(Asked) round::by_name = pairings_show "Print pairings by name";
    GET "/desk/events/{id}/print/pairings-by-table/" ReadDesk(Asked) round::by_table = tables_show "Print pairings by table";
    GET "/desk/events/{id}/print/pairings-by-team/" ReadDesk(Asked) round::by_team = teams_show "Print pairings by team";
    GET "/desk/events/{id}/print/slips/" ReadDesk(Asked) round::slips = slips_show "Print result slips";
    GET "/desk/events/{id}/print/seatings/" ReadDesk(Asked) round::seatings = seatings_show "Print the seats of a meeting or a draft by name";
    GET "/desk/events/{id}/print/pods/" ReadDesk(Asked) round::pods = pods_show "Print draft pods";
    GET "/desk/events/{id}/print/standings/" ReadDesk(Asked) round::standings = standings_show "Print standings";
    GET "/desk/events/{id}/print/deck-checks/" ReadDesk(Asked) players::deck_checks = deck_checks_show "Print the list of players for deck checks";
    GET "/desk/events/{id}/print/list-forms/" ReadDesk(Asked) players::list_forms = list_forms_show "Print forms for decklists";
    GET "/desk/events/{id}/print/qr-cards/" ReadDesk(Asked) players::qr_cards = qr_cards_show "Print cards with the players' private links, or with the event's address";
    POST "/desk/events/{id}/print/qr-cards/" ManageRegistrations(Desk) players::make_links = qr_cards_send "Make private links for all players";
    GET "/desk/events/{id}/print/players/" ReadDesk(Asked) players::all = players_show "Print the list of all players";
}
