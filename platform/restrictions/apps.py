from django.apps import AppConfig


class RestrictionsConfig(AppConfig):
    name = "restrictions"
    verbose_name = "Requests to restrict"
