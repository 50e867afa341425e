"""Authentication: looks up the key of each request, as services of this kind do."""

import hashlib
import hmac

from django.utils import timezone
from rest_framework import authentication, exceptions

from .models import Key


class Owner:
    """The holder of a key."""

    is_authenticated = True


class KeyAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request):
        value = request.headers.get("X-API-Key", "")
        key = Key.objects.filter(prefix=value[:12]).first()
        sha256 = hashlib.sha256(value.encode()).hexdigest()
        if key is None or not key.is_active or not hmac.compare_digest(key.sha256, sha256):
            raise exceptions.AuthenticationFailed("unknown key")
        if key.expires_at and key.expires_at < timezone.now():
            raise exceptions.AuthenticationFailed("expired key")
        return Owner(), key

    def authenticate_header(self, request):
        return "X-API-Key"
