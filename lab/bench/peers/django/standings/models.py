"""Tables as in services of this kind: rounds, players, a row of standings per player and round, keys."""

from django.db import models


class Key(models.Model):
    """A key, found by its first characters and compared by its hash."""

    prefix = models.CharField(max_length=12, unique=True)
    sha256 = models.CharField(max_length=64)
    is_active = models.BooleanField(default=True)
    expires_at = models.DateTimeField(null=True)


class Round(models.Model):
    round_number = models.IntegerField()


class Player(models.Model):
    name = models.CharField(max_length=200)


class Standing(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    rank = models.IntegerField()
    record = models.CharField(max_length=20)
    match_points = models.IntegerField()
    match_win_percentage = models.FloatField()
    opponent_match_win_percentage = models.FloatField()
    game_win_percentage = models.FloatField()
    opponent_game_win_percentage = models.FloatField()
    opponent_average_match_points = models.FloatField()
    wins = models.IntegerField()
    losses = models.IntegerField()
    draws = models.IntegerField()
    games_won = models.IntegerField()
    games_lost = models.IntegerField()
    games_drawn = models.IntegerField()
    playoff_wins = models.IntegerField()
    playoff_losses = models.IntegerField()
    user_event_status_ids = models.JSONField()

    class Meta:
        indexes = [models.Index(fields=["round", "rank"])]
