"""Settings of the peer, as in production, with only the parts that a request needs."""

import os

SECRET_KEY = "only for measuring"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "urls"
USE_TZ = True
INSTALLED_APPS = ["rest_framework", "standings"]
# No sessions, CSRF or CORS: the API uses only keys. ConditionalGet adds ETag and 304, Common the length.
MIDDLEWARE = [
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": "127.0.0.1",
        "PORT": os.environ["DATABASE_PORT"],
        "NAME": os.environ["DATABASE_NAME"],
        "USER": "postgres",
        # Connections are kept open, as in a tuned service.
        "CONN_MAX_AGE": None,
    }
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["standings.keys.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
