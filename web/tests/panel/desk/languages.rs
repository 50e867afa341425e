//! The desk in the language that a person chose.

use super::{event, page, register, start_round};
use crate::world::World;

#[tokio::test]
async fn the_answer_to_a_form_is_in_the_same_language() {
    let (_world, mut desk) = World::with_admin().await;
    let event = event(&mut desk, "Friday").await;
    desk.headers.push(("accept-language", "de".into()));
    register(&mut desk, event, &["Ada Lowe", "Bo Reed"]).await;
    start_round(&mut desk, event).await;
    let round = desk.get(&page(event, "round")).await;
    round.says(200, &["1 Tisch hat noch kein Ergebnis gemeldet."]);
    let refused = desk.fill_in(&round, &page(event, "results"), &[("entry", "x")]).await;
    refused.says(422, &["Das ist kein Ergebnis."]).lacks(&["?lang="]);
    desk.get("/desk/nothing/").await.says(404, &["Nicht gefunden"]);
    desk.get("/admin/").await.says(200, &["<html lang=\"de\">", "Ausloggen"]);
}

#[tokio::test]
async fn a_pasted_list_that_cannot_be_read_is_refused_in_the_same_language() {
    let (_world, mut desk) = World::with_admin().await;
    let paste = page(event(&mut desk, "Friday").await, "players/paste");
    desk.headers.push(("accept-language", "de".into()));
    for (text, status, said) in [
        ("Name;Dropped\nAda Lowe;vielleicht", 200, "Spalte „Dropped“: muss Ja, Nein oder leer sein, ist „vielleicht“"),
        ("Name;Club\nAda Lowe;x", 200, "Nicht gelesene Spalten: Club."),
        ("Name;Club\nAda Lowe;x;y", 422, "Zeile 2: Wert 3 („y“) hat keine Spalte"),
        ("Name", 422, "Zeile 1: ist die einzige Zeile"),
        ("Table;Dropped\n1;no", 422, "Die Spalten sind: Table, Dropped."),
        ("--", 200, "-- ist kein Name"),
    ] {
        desk.fill(&paste, &[("text", text)]).await.says(status, &[said]);
    }
}
