//! The table of the sheets.

use crate::desk::print::{overview, players, round};
use crate::serving::router::pages;

pages! { "desk_print":
    GET "/desk/events/{id}/print/" ReadDesk overview::show "Show the sheets of an event to print";
    GET "/desk/events/{id}/print/pairings-by-name/" ReadDesk round::by_name = pairings_show "Print pairings by name";
    GET "/desk/events/{id}/print/pairings-by-table/" ReadDesk round::by_table = tables_show "Print pairings by table";
    GET "/desk/events/{id}/print/pairings-by-team/" ReadDesk round::by_team = teams_show "Print pairings by team";
    GET "/desk/events/{id}/print/slips/" ReadDesk round::slips = slips_show "Print result slips";
    GET "/desk/events/{id}/print/seatings/" ReadDesk round::seatings = seatings_show "Print the seats of a meeting or a draft by name";
    GET "/desk/events/{id}/print/pods/" ReadDesk round::pods = pods_show "Print draft pods";
    GET "/desk/events/{id}/print/standings/" ReadDesk round::standings = standings_show "Print standings";
    GET "/desk/events/{id}/print/deck-checks/" ReadDesk players::deck_checks = deck_checks_show "Print the list of players for deck checks";
    GET "/desk/events/{id}/print/list-forms/" ReadDesk players::list_forms = list_forms_show "Print forms for decklists";
    GET "/desk/events/{id}/print/qr-cards/" ReadDesk players::qr_cards = qr_cards_show "Print cards with the players' private links, or with the event's address";
    POST "/desk/events/{id}/print/qr-cards/" ManageRegistrations players::make_links = qr_cards_send "Make private links for all players";
    GET "/desk/events/{id}/print/players/" ReadDesk players::all = players_show "Print the list of all players";
}
