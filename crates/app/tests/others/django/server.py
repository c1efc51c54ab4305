"""Serves the admin site of Django with products of these names; says where, and goes when its input ends.

    server.py DATABASE NAME...
"""

import os
import sys
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

settings.configure(
    DEBUG=True,
    SECRET_KEY="only for tests",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1]}},
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    # One cheap hash: signing in is not what is tried here.
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    STATIC_URL="/static/",
    USE_TZ=True,
)
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402


# The models stand in an app that is there already, so that all of it fits into one file.
class Maker(models.Model):
    name = models.CharField(max_length=50)

    class Meta:
        app_label = "auth"

    def __str__(self):
        return self.name


class Product(models.Model):
    KINDS = [("drink", "Drink"), ("food", "Food"), ("other", "Other")]
    name = models.CharField(max_length=50)
    price = models.DecimalField(max_digits=6, decimal_places=2)
    kind = models.CharField(max_length=10, choices=KINDS)
    maker = models.ForeignKey(Maker, models.SET_NULL, null=True, blank=True)
    since = models.DateField(null=True, blank=True)
    is_sold = models.BooleanField("on sale", default=False)
    notes = models.TextField(blank=True)

    class Meta:
        app_label = "auth"

    def __str__(self):
        return self.name


class ProductAdmin(admin.ModelAdmin):
    list_display = ["name", "price", "kind", "is_sold"]
    list_filter = ["kind", "is_sold"]
    search_fields = ["name"]
    list_per_page = 20


admin.site.register(Maker)
admin.site.register(Product, ProductAdmin)

DRINKS = ["Tea", "Coffee", "Milk", "Milk Tea"]


def fill():
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Maker)
        editor.create_model(Product)
    User.objects.create_superuser("ada", "ada@example.org", "lantern-42")
    Maker.objects.create(name="Green Farm")
    for number, name in enumerate(sys.argv[2:]):
        kind = "drink" if name in DRINKS else "food"
        Product.objects.create(name=name, price=number + 1, kind=kind, is_sold=number % 2 == 0)


def kept(_request):
    """Says what is in the database, a line each."""
    lines = [
        f"{one.name}, {one.price}, {one.kind}, by {one.maker}, {day_of(one)}, {'on sale' if one.is_sold else 'not on sale'}, {one.notes!r}"
        for one in Product.objects.order_by("id")
    ]
    lines += [f"maker {one}" for one in Maker.objects.order_by("id")]
    lines += [f"user {one.username}, {'staff' if one.is_staff else 'no staff'}" for one in User.objects.order_by("id")]
    return HttpResponse("\n".join(lines), content_type="text/plain")


def day_of(product):
    if not product.since:
        return "no day"
    # Only what is added has notes, and it is sold from today on.
    return "a day" if product.notes else f"day {product.since.day}"


urlpatterns = [path("kept", kept), path("admin/", admin.site.urls)]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


fill()
server = make_server("127.0.0.1", 0, StaticFilesHandler(WSGIHandler()), Server, Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
sys.stdin.read()
os._exit(0)
