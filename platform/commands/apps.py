from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class CommandsConfig(AppConfig):
    name = "commands"
    verbose_name = "Commands"

    def ready(self) -> None:
        from commands.roles import grant_application_rights

        # post_migrate is sent for apps with models only, after all are migrated; any one of them serves
        post_migrate.connect(grant_application_rights, sender=apps.get_app_config("workflows"))
