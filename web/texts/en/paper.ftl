# The texts of the sheets to print.

desk-tab-paper = Paper
desk-paper-size = Paper size
desk-paper-a4 = A4
desk-paper-letter = Letter
desk-paper-choose = Choose
desk-paper-sheets = Sheets to print
desk-paper-none = Register players first. Then their sheets are here.
desk-paper-nothing = This sheet is empty: nothing in the chosen round belongs on it.
desk-paper-back = Back to all sheets
desk-paper-how = Print this page with Ctrl+P or ⌘P, at 100 %.
desk-paper-print = Print

## The sheets

desk-paper-names = Pairings by name
desk-paper-names-hint = For the wall: players find their table.
desk-paper-teams = Pairings by team
desk-paper-teams-hint = For the wall: teams find their tables and seats.
desk-paper-tables = Pairings by table
desk-paper-tables-hint = For the scorekeeper and the judges.
desk-paper-slips = Result slips
desk-paper-slips-hint = One for each match. Cut the whole stack, and put the piles on top of each other: the slips are in order.
desk-paper-seatings = Seatings
desk-paper-seatings-hint = For the wall: players find their seat at the meeting or in the draft.
desk-paper-pods = Draft pods
desk-paper-pods-hint = Every pod with its seats, for the judges.
desk-paper-standings-hint = For the wall, after the round.
desk-paper-players = All players
desk-paper-players-hint = By name, with a box to tick for each player who is present.
desk-paper-checks-hint = Players by table, with their lists and boxes to tick.
desk-paper-forms = Decklist forms
desk-paper-forms-hint = One page for each player, with name and table.
desk-paper-cards = QR cards
desk-paper-cards-hint = A card for each player that leads to the player's page by a private link, or to the page of the event. They are cut like slips.
desk-paper-flyer = Flyer
desk-paper-flyer-hint = For the counter: players scan it and register on their phones.
desk-paper-flyer-scan = Scan this code with the camera of your phone.
desk-paper-flyer-name = Type your name.
desk-paper-flyer-keep = Keep the page that opens: it shows your table.
desk-paper-flyer-type = Or open { $address } and type:
desk-paper-flyer-no-code = This event has no join code yet. Make one on the page of its players.

## Words on the sheets

desk-paper-points = Pts
desk-paper-first = Player
desk-paper-team = Team
desk-paper-tables-number = Tables { $tables }
desk-paper-seats = Seats
desk-paper-pod = Pod
desk-paper-pod-number = Pod { $pod }
desk-paper-seat = Seat
desk-paper-games-won = Games won
desk-paper-won = Won
desk-paper-score = Score
desk-paper-seats-won = Seats won
desk-paper-drop = Drop
desk-paper-draws = Drawn games
desk-paper-signature = Signature
desk-paper-signature-player = Signature of the player
desk-paper-list-checked = List
desk-paper-remark = Remark
desk-paper-form-title = Decklist
desk-paper-deck-name = Name of the deck
desk-paper-main-deck-more = Main deck, continued
desk-paper-total = Number of cards
desk-paper-checked-by = Checked by
desk-paper-code = Code
desk-paper-links-why = A private link opens the player's page on a phone, without an account. A person who has the link acts as the player.
desk-do-make-links = Make private links for all players
desk-paper-link-secret = This link is yours alone: it reports your results.
desk-paper-count = No.
desk-paper-present = Here
