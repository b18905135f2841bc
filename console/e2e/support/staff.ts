import { mkdirSync } from "node:fs";
import { join } from "node:path";

export const PASSWORD = "Docket-demo-1";
export type Level = "MODERATOR" | "HEAD_MODERATOR" | "ADMIN";

export interface Person {
  email: string;
  name: string;
}

/** The demo's own, for what pictures come from. */
export const demo = {
  amara: { email: "admin@docket.test", name: "Amara Okafor" },
  henrik: { email: "head@docket.test", name: "Henrik Lindqvist" },
  marta: { email: "moderator@docket.test", name: "Marta Ellwood" },
  callum: { email: "moderator2@docket.test", name: "Callum Frayne" },
} as const satisfies Record<string, Person>;

// Accounts beside those of the demo, as many as tests need: each test works as people of its own.
const EACH = 150;
const FIRST_NAMES = { MODERATOR: "Mo", HEAD_MODERATOR: "Hedda", ADMIN: "Ada" } as const satisfies Record<Level, string>;

/** Makes them, all with one hash of one password. Run beside the product. */
export const STAFF = `
from django.contrib.auth.hashers import make_password
from accounts.models import User
from accounts.rights import default_access

password = make_password("${PASSWORD}")
User.objects.bulk_create(
    (
        User(
            email=f"{level.lower()}-{number}@e2e.test",
            first_name=first_name,
            last_name=f"Tester {number}",
            access_level=level,
            cms_access=default_access(level),
            password=password,
        )
        for level, first_name in ${JSON.stringify(FIRST_NAMES)}.items()
        for number in range(${EACH})
    ),
    ignore_conflicts=True,
)
`;

/** Somebody of this level whom no other test has. */
export function hire(level: Level): Person {
  for (let number = 0; number < EACH; number += 1)
    if (isFirst(`${level}-${number}`))
      return { email: `${level.toLowerCase()}-${number}@e2e.test`, name: `${FIRST_NAMES[level]} Tester ${number}` };
  throw new Error(`All people of level ${level} are taken.`);
}

/** Whether nobody in any worker has asked for this before. */
export function isFirst(name: string): boolean {
  try {
    mkdirSync(join(process.env.DOCKET_E2E ?? "", name));
    return true;
  } catch {
    return false;
  }
}
