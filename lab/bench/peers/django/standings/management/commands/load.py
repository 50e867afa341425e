"""Fills the tables from standings that the service answered: load KEY ROUND=FILE …"""

import hashlib
import json

from django.core.management.base import BaseCommand

from standings.models import Key, Player, Round, Standing


class Command(BaseCommand):
    def add_arguments(self, parser):
        parser.add_argument("key")
        parser.add_argument("files", nargs="+")

    def handle(self, key, files, **options):
        Key.objects.create(prefix=key[:12], sha256=hashlib.sha256(key.encode()).hexdigest())
        for number, file in (word.split("=", 1) for word in files):
            with open(file, encoding="utf-8") as opened:
                answer = json.load(opened)
            round = Round.objects.create(id=int(number), round_number=answer["round_number"])
            entries = answer["standings"]
            players = [Player(id=entry["player_id"], name=entry["name"]) for entry in entries]
            Player.objects.bulk_create(players, ignore_conflicts=True)
            known = {"name"}
            rows = [{name: value for name, value in entry.items() if name not in known} for entry in entries]
            Standing.objects.bulk_create([Standing(round=round, **row) for row in rows])
