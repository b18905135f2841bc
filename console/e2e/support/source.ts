import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Api } from "./api";
import { hire } from "./staff";

export const MEDIA = join(import.meta.dirname, "../../../platform/commands/demo/media");

/** A program that brings reviews, tickets and testimonials in by `/api/ingest`, for companies of its own. */
export class Source {
  private readonly admin: Api;
  private readonly key: string;

  private constructor(admin: Api, key: string) {
    this.admin = admin;
    this.key = key;
  }

  static async start(): Promise<Source> {
    const admin = await Api.signIn(hire("ADMIN"));
    const order = { name: "Source", scopes: ["ingest", "tickets"] };
    const { key } = await admin.ask<{ key: string }>("POST", `/user/${await admin.id()}/keys`, order);
    return new Source(admin, key);
  }

  /** A company that no other test has. */
  async company(name: string, change: object = {}): Promise<{ id: number; name: string }> {
    const given = `${name} ${randomUUID().slice(0, 8)}`;
    const { id } = await this.admin.ask<{ id: number }>("POST", "/company", { name: given, category: 1 });
    await this.admin.ask("PATCH", `/company/${id}`, change);
    return { id, name: given };
  }

  /** A client's account. */
  async person(firstName: string, lastName: string, email: string): Promise<void> {
    const account = { first_name: firstName, last_name: lastName, email_address: email, access_level: "USER", send_details: false };
    await this.admin.ask("POST", "/user", account);
  }

  /** Reviews with these texts, which wait in `pending`. */
  async reviews(company: number, texts: readonly string[], source = "google"): Promise<void> {
    const reviews = texts.map((text) => ({ source, external_id: randomUUID(), company, rating: 3, text, verified: true }));
    await this.send("reviews", { reviews });
  }

  async ticket(company: number, subject: string, text: string): Promise<void> {
    const messages = [{ external_id: "1", from: "client", text }];
    const ticket = { source: "e2e", external_id: randomUUID(), company, subject, client: { name: "Ada Lund" }, messages };
    await this.send("tickets", { items: [ticket] });
  }

  /** A testimonial with a file of the demo's; its number. */
  async testimonial(company: number, file: string, data: object): Promise<number> {
    const form = new FormData();
    form.append("data", JSON.stringify({ source: "e2e", external_id: randomUUID(), company, ...data }));
    form.append("file", new Blob([readFileSync(join(MEDIA, file))]), file);
    return (await this.send<{ id: number }>("testimonials", form)).id;
  }

  private async send<T>(path: string, body: FormData | object): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${process.env.DOCKET_URL ?? ""}/api/ingest/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.key}`, ...(!isForm && { "Content-Type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }
}
