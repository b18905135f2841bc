from django.apps import AppConfig


class TagsConfig(AppConfig):
    name = "tags"
    verbose_name = "Organisation tags"
