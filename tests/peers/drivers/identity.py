"""The filter that stands for the identity service: everyone is the administrator of one project."""

CLAIMS = {
    "HTTP_X_IDENTITY_STATUS": "Confirmed",
    "HTTP_X_AUTH_TOKEN": "token",
    "HTTP_X_USER_ID": "user",
    "HTTP_X_USER_NAME": "user",
    "HTTP_X_PROJECT_ID": "project",
    "HTTP_X_PROJECT_NAME": "project",
    "HTTP_X_USER_DOMAIN_ID": "default",
    "HTTP_X_USER_DOMAIN_NAME": "Default",
    "HTTP_X_ROLES": "admin,member,reader",
}


def token(image_service):
    """The body of a token whose catalogue knows the image service."""
    domain = {"id": "default", "name": "Default"}
    endpoints = [
        {"id": side, "interface": side, "region": "RegionOne", "region_id": "RegionOne", "url": image_service}
        for side in ("public", "internal", "admin")
    ]
    return {
        "token": {
            "methods": ["password"],
            "user": {"id": "user", "name": "user", "domain": domain},
            "project": {"id": "project", "name": "project", "domain": domain},
            "roles": [{"id": role, "name": role} for role in ("admin", "member", "reader")],
            "issued_at": "2026-01-01T00:00:00.000000Z",
            "expires_at": "2099-01-01T00:00:00.000000Z",
            "catalog": [{"id": "image", "type": "image", "name": "glance", "endpoints": endpoints}],
        }
    }


def fakeauth(_defaults, image_service=None, **_settings):
    """The factory that the paste file names."""

    def wrap(application):
        def call(environ, start_response):
            environ.update(CLAIMS)
            environ["keystone.token_info"] = token(image_service)
            return application(environ, start_response)

        return call

    return wrap
