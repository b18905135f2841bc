import { manageIn } from "./manage";

const MANY = 100_000;

/** The numbers of the rows that `fillLists` has made. */
interface LongLists {
  company: number;
  group: number;
  tag: number;
  account: number;
}

// Rows that stand at the end of their lists, and whose names no other test looks for. In one statement for each table: what an application does row
// by row takes minutes. The log is a chain, whose head has a version for each entry until its transaction ends.
const FILL = `
import json
from django.db import connection
with connection.cursor() as cursor:
    def run(sql, **values):
        cursor.execute(sql, {"many": ${MANY}, **values})
        return cursor.fetchone()[0] if cursor.description else None
    numbers = "generate_series(1, %(many)s) number"
    name = "'Zz longlist ' || lpad(number::text, 6, '0')"
    run(f"INSERT INTO companies_company (name, country, created_at) SELECT {name}, 1, now() FROM {numbers}")
    run(f"""INSERT INTO groups_group (name, slug, internal, country)
        SELECT {name}, 'longlist-' || number, false, 1 FROM {numbers}""")
    run(f"""INSERT INTO tags_tag (name, category, description, type, members, reviews)
        SELECT {name}, 'dental', '', 'user', 0, 0 FROM {numbers}""")
    run(f"""INSERT INTO accounts_user (password, email, first_name, last_name, avatar_filename, access_level, cms_access,
            on_duty, is_active, created_at, job_title, landline_phone, mobile_phone)
        SELECT '!', 'longlist' || number || '@lists.example', 'Zz', {name}, '', 'USER', '{{}}',
            true, true, now(), '', '', '' FROM {numbers}""")
    run(f"""INSERT INTO blacklist_blacklistentry (digest, key_version, hint, notes, added_at)
        SELECT sha256(convert_to('longlist' || number, 'UTF8')), 1, 'l…@lists.example', {name}, now() - interval '5 years' FROM {numbers}""")
    found = {
        "company": run("SELECT min(id) FROM companies_company WHERE name = 'Zz longlist 000001'"),
        "group": run("SELECT min(id) FROM groups_group WHERE name = 'Zz longlist 000001'"),
        "tag": run("SELECT min(id) FROM tags_tag WHERE name = 'Zz longlist 000001'"),
        "account": run("SELECT min(id) FROM accounts_user WHERE email = 'longlist1@lists.example'"),
    }
    for table, column in (("groups_membership", "group"), ("tags_tagmember", "tag"), ("groups_association", "account")):
        owner = {"account": "user"}.get(column, column)
        run(f"""INSERT INTO {table} ({owner}_id, company_id) SELECT %(owner)s, id FROM companies_company
            WHERE name LIKE 'Zz longlist %%'""", owner=found[column])
    run("""INSERT INTO groups_association (user_id, company_id) SELECT id, %(company)s FROM accounts_user
        WHERE email LIKE 'longlist%%@lists.example' ON CONFLICT DO NOTHING""", company=found["company"])
    for first in range(0, ${MANY}, 1_000):
        run("""INSERT INTO audit_auditentry (kind, subject_id, code, details, request_id)
            SELECT 'company', %(company)s, 'changed', '{"fields": ["phone"]}', ''
            FROM generate_series(1, 1000)""", company=found["company"])
print(json.dumps(found))
`;

/** Makes ${MANY} companies, groups, tags, accounts, entries of the blacklist, members and entries of a log, in the
 * product of this data folder. */
export async function fillLists(data: string): Promise<LongLists> {
  const said = await manageIn({ DOCKET_DATA_DIR: data }, "shell", "--no-imports", "-c", FILL);
  return JSON.parse(said.trim().split("\n").at(-1) ?? "") as LongLists;
}
