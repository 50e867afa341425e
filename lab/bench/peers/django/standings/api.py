"""Serializers and the view, in the usual way, with the join in one query."""

from rest_framework import generics, serializers

from .models import Round, Standing


class StandingSerializer(serializers.ModelSerializer):
    player_id = serializers.IntegerField()
    name = serializers.CharField(source="player.name")

    class Meta:
        model = Standing
        exclude = ["id", "round", "player"]


class RoundSerializer(serializers.ModelSerializer):
    standings = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = ["round_number", "standings"]

    def get_standings(self, round):
        rows = round.standings.select_related("player").order_by("rank")
        return StandingSerializer(rows, many=True).data


class RoundStandings(generics.RetrieveAPIView):
    queryset = Round.objects.all()
    serializer_class = RoundSerializer
    lookup_field = "id"
