import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { manage } from "./manage";

interface Event {
  id: string;
  kind: string;
  subject: { kind: string; id: number };
  sequence: number;
  data: Record<string, unknown>;
}

interface Delivery {
  event: Event;
  header: string;
  /** Whether the signature holds. Asked later: an event can arrive before the command that shows the secret has ended. */
  readonly genuine: boolean;
}

/** A receiver of webhooks: it stores every delivery. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  private secret = "";
  private endpoint = "";
  private readonly server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const { "webhook-id": header = "", "webhook-timestamp": at = "", "webhook-signature": signature = "" } = request.headers;
      const isGenuine = () => this.isGenuine(`${String(header)}.${String(at)}.${body}`, String(signature));
      this.deliveries.push({
        event: JSON.parse(body) as Event,
        header: String(header),
        get genuine() {
          return isGenuine();
        },
      });
      answer.writeHead(204).end();
    });
  });

  /** Listens on a free port, and has itself registered as an operator does it. */
  async start(): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(0, "127.0.0.1", ready));
    const { port } = this.server.address() as AddressInfo;
    const told = await manage("docket_webhook", "add", `http://127.0.0.1:${port}/events`);
    [, this.endpoint = "", this.secret = ""] = /^(\d+)\s+secret: (\S+)/m.exec(told) ?? [];
    if (!this.secret) throw new Error(`The webhook was not added: ${told}`);
  }

  async stop(): Promise<void> {
    await manage("docket_webhook", "remove", this.endpoint);
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** What it was told of one subject, in the order of arrival. */
  of(subjectId: number): Event[] {
    return this.deliveries.map(({ event }) => event).filter(({ subject }) => subject.id === subjectId);
  }

  private isGenuine(message: string, signature: string): boolean {
    const key = Buffer.from(this.secret.replace(/^whsec_/, ""), "base64");
    return signature === `v1,${createHmac("sha256", key).update(message).digest("base64")}`;
  }
}
