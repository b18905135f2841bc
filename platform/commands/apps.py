from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class CommandsConfig(AppConfig):
    name = "commands"
    verbose_name = "Commands"

    def ready(self) -> None:
        from commands.roles import grant_application_rights

        # post_migrate is sent only for apps with models, after all migrations; any one of these apps will do
        post_migrate.connect(grant_application_rights, sender=apps.get_app_config("workflows"))
