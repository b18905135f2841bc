import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { manage, python } from "./manage";

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

/** A client's mailbox at our side: what it sends is fetched by the real command. */
export class Client {
  readonly name = "Ada Client";
  readonly address = `ada-${randomUUID()}@client.example`;
  readonly #folder = mkdtempSync(join(tmpdir(), "docket-maildir-"));
  #sent = 0;

  constructor() {
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(this.#folder, part));
  }

  /** Mails the desk, and has the mail fetched; its Message-ID. */
  async writes(...mail: Parameters<Client["sends"]>): Promise<string> {
    const id = this.sends(...mail);
    await this.arrives();
    return id;
  }

  /** Puts a mail to the desk where it is fetched from; its Message-ID. */
  sends(subject: string, text: string, header: Record<string, string> = {}): string {
    const id = `<${randomUUID()}@client.example>`;
    const lines = Object.entries({
      From: `${this.name} <${this.address}>`,
      To: "support@docket.test",
      Subject: subject,
      "Message-ID": id,
      "Content-Type": "text/plain; charset=utf-8",
      ...header,
    }).map(([name, value]) => `${name}: ${value}`);
    const name = String((this.#sent += 1)).padStart(3, "0"); // in their order
    writeFileSync(join(this.#folder, "new", name), [...lines, "", text, ""].join("\r\n"));
    return id;
  }

  /** Has all that was sent fetched. */
  async arrives(): Promise<void> {
    await manage("docket_mail", "fetch", pathToFileURL(this.#folder).href.replace(/^file:/, "maildir:"));
  }

  /** The mails that the desk has sent them: headers unfolded. */
  received(): string[] {
    return mailTo(this.address).map((mail) => mail.replace(/\r?\n[ \t]+/g, " "));
  }

  leaves(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
