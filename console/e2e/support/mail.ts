import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { python } from "./manage";

/** Gives the author of a review an address: the demo's authors have none. */
export async function giveAddress(reviewId: number): Promise<string> {
  const address = `author-${reviewId}@example.com`;
  const update = `Review.objects.filter(pk=${reviewId}).update(author_email="${address}")`;
  await python(`from reviews.models import Review; ${update}`);
  return address;
}

/** The mail that the product has sent to an address, as its server would take it: headers and decoded text. */
export function mailTo(address: string): string[] {
  const folder = process.env.DOCKET_MAIL;
  if (!folder) throw new Error("DOCKET_MAIL does not name the folder of the product's mail.");
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split(/^-{79}$/m))
    .filter((message) => message.includes(`To: ${address}`))
    .map(decoded);
}

/** The text of a message of one part; beyond ASCII it comes as base64 or quoted-printable. */
function decoded(message: string): string {
  const [head = "", ...rest] = message.trimStart().split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return `${head}\n\n${Buffer.from(body, "base64").toString("utf8")}`;
  if (encoding !== "quoted-printable") return `${head}\n\n${body}`;
  const bytes = body.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return `${head}\n\n${Buffer.from(bytes, "latin1").toString("utf8")}`;
}
