# Teams, drafts, playoffs, late players, and pairings made by hand.

desk-tab-teams = Teams
desk-tab-playoff = Playoff

## Teams

desk-do-to-teams = Form teams
desk-next-first-round-teams = { $players ->
    [one] { $players } team is formed.
   *[other] { $players } teams are formed. When all are here, pair the first round.
}
desk-team-name = Name of the team
desk-team-hint = Then its players in the order of their seats. Players who are not registered yet are registered with the team.
desk-team-seat = Seat { $seat }
desk-do-form-team = Form the team
desk-do-drop-team = Drop the team { $team }
desk-team-dropped = Dropped
desk-teams-count = { $count ->
    [one] { $count } team
   *[other] { $count } teams
}
desk-teams-none = Type the name of the first team and its players.
desk-teams-without = { $count ->
    [one] { $count } player has no team
   *[other] { $count } players have no team
}
desk-teams-incomplete = Type a name for the team and for the player of each seat.
desk-teams-twice = { $name } is named twice. One person cannot have two seats.
desk-teams-taken = { $name } is registered, and is in a team or not in play. If this is another person of the same name, register that person with the players first.
desk-teams-unknown = This team is not in the event.
desk-team-matches = Matches of the teams
desk-tables = Tables
desk-seats-won = Seats won
desk-team-open = Open
desk-team-decided = Decided

## Drafts, player meetings, and other ways to go on

desk-draft = Draft
desk-pod = Pod { $number }
desk-ways = Something else than the next step
desk-do-pods = Seat draft pods
desk-do-pair-swiss = Pair round { $number } without pods
desk-do-pair-in-pods = Pair round { $number } in the pods
desk-do-meeting = Seat a player meeting by name
desk-do-random-meeting = Seat a player meeting at random
desk-next-pods = The pods have played all their rounds. Seat new pods for round { $number }, or go on without pods.
