from django.db import migrations

# head moderators manage accounts (organisation.md, Rights)
ADD = """UPDATE accounts_user SET cms_access = array_append(cms_access, 'users')
    WHERE access_level = 'HEAD_MODERATOR' AND NOT 'users' = ANY (cms_access)"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_profiles_and_links"),
    ]

    operations = [migrations.RunSQL(ADD, migrations.RunSQL.noop)]
