from django.apps import AppConfig


class BannedWordsConfig(AppConfig):
    name = "banned_words"
    verbose_name = "Banned words"
