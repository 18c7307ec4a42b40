"""Snippets in the style of the tutorial of Django REST framework: model serializers, viewsets and its own schema generator."""

import os

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.urls import include, path

settings.configure(
    DEBUG=False,
    SECRET_KEY="only for this evaluation",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["DATABASE"]}},
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "rest_framework.authtoken",
    ],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    # As the documentation of Django says for tests: the usual hasher takes long on purpose.
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    REST_FRAMEWORK={
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "PAGE_SIZE": 10,
        "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    },
)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db import connection, models  # noqa: E402
from rest_framework import filters, permissions, routers, serializers, viewsets  # noqa: E402
from rest_framework.authtoken.views import obtain_auth_token  # noqa: E402
from rest_framework.renderers import JSONOpenAPIRenderer  # noqa: E402
from rest_framework.schemas import get_schema_view  # noqa: E402


class Snippet(models.Model):
    created = models.DateTimeField(auto_now_add=True)
    title = models.CharField(max_length=100, blank=True, default="")
    code = models.TextField()
    line_numbers = models.BooleanField(default=False)
    language = models.CharField(choices=[("python", "Python"), ("sql", "SQL")], default="python", max_length=100)
    owner = models.ForeignKey(User, related_name="snippets", on_delete=models.CASCADE)

    class Meta:
        app_label = "snippets"
        ordering = ["created"]


class SnippetSerializer(serializers.ModelSerializer):
    owner = serializers.ReadOnlyField(source="owner.username")

    class Meta:
        model = Snippet
        fields = ["id", "created", "title", "code", "line_numbers", "language", "owner"]


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = ["id", "username", "email"]


class IsOwnerOrReadOnly(permissions.BasePermission):
    def has_object_permission(self, request, view, obj):
        return request.method in permissions.SAFE_METHODS or obj.owner == request.user


class SnippetViewSet(viewsets.ModelViewSet):
    queryset = Snippet.objects.all()
    serializer_class = SnippetSerializer
    permission_classes = [permissions.IsAuthenticatedOrReadOnly, IsOwnerOrReadOnly]
    filter_backends = [filters.SearchFilter]
    search_fields = ["title", "code"]

    def perform_create(self, serializer):
        serializer.save(owner=self.request.user)


class UserViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = User.objects.order_by("id")
    serializer_class = UserSerializer


router = routers.DefaultRouter()
router.include_root_view = False
router.register("snippets", SnippetViewSet)
router.register("users", UserViewSet)

urlpatterns = [
    path("", include(router.urls)),
    path("api-token-auth/", obtain_auth_token),
    path(
        "openapi.json",
        get_schema_view(title="Snippets", version="1.0.0", public=True, renderer_classes=[JSONOpenAPIRenderer]),
    ),
]

if __name__ == "__main__":
    execute_from_command_line(["manage.py", "migrate", "--run-syncdb", "-v", "0"])
    with connection.schema_editor() as editor:
        editor.create_model(Snippet)
    User.objects.create_user("reader", "reader@example.com", "reading-snippets")
    execute_from_command_line(["manage.py", "runserver", "--noreload", f"127.0.0.1:{os.environ['PORT']}"])
