//! Archives generated for tests, and those of the oracle folder, if it exists.

use std::path::PathBuf;

use serde_json::{Value, json};

/// A tournament of `players` people over `rounds` Swiss rounds, each with a list. Deterministic; the first player wins.
pub(crate) fn generated(id: &str, players: usize, rounds: usize) -> Value {
    let names: Vec<String> = (0..players).map(|player| format!("Player {player:05}")).collect();
    let round = |number: usize| {
        // Half of the players move by one table each round, so that there are few rematches.
        let half = players / 2;
        let mut matches: Vec<Value> = (0..half)
            .map(|table| {
                let p2 = half + (table + number) % half.max(1);
                json!({"p1": table, "p2": p2, "g1": 2, "g2": (table + number) % 2, "gd": 0, "winner": 1})
            })
            .collect();
        if players % 2 == 1 {
            matches.push(json!({"p1": players - 1, "p2": null, "g1": 2, "g2": 0, "gd": 0, "bye": true, "winner": 1}));
        }
        json!({"number": number, "kind": "swiss", "matches": matches})
    };
    let row = |p: usize| {
        json!({"rank": p + 1, "p": p, "points": 0, "w": 0, "l": 0, "d": 0, "omw": 0.5, "gw": 0.5, "ogw": 0.5,
            "as_of_round": rounds})
    };
    let lists: serde_json::Map<String, Value> = (0..players)
        .map(|player| (player.to_string(), json!(["30 Island", "30 Mountain", "", "Sideboard", "15 Swamp"])))
        .collect();
    json!({
        "id": id, "name": format!("Generated {id}"), "date": "2025-03-01T09:00:00+00:00", "format": "Modern",
        "platform": "generated", "swiss_rounds": rounds, "top_cut": 0, "players": names,
        "rounds": (1..=rounds).map(round).collect::<Vec<_>>(), "standings": (0..players).map(row).collect::<Vec<_>>(),
        "decklists": lists, "deck_urls": {},
    })
}

/// Returns the files of the oracle folder; none if there is no such folder.
pub(crate) fn oracle() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/oracle/tournaments");
    let entries = std::fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> = entries.map(Iterator::collect).unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}
