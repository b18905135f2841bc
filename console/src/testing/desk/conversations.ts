import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";

import type { CannedReply, TaskDetail, TicketConversation, TicketDetail, TicketMessage } from "@/api/types";
import { server } from "@/testing/server";

import { aDesk } from "./desk-server";
import { CALLUM } from "./factories";
import { AT } from "./tickets";

export const ADA = { name: "Ada Client", email: "a…@client.example", suspect: false };

export function aMessage(id: number, change: Partial<TicketMessage> = {}): TicketMessage {
  const author = { ...ADA, user_id: null, stranger: false };
  return { id, kind: "client", author, cc: [], text: `Message ${id}`, quoted: "", flagged_words: [], harm: [], at: AT, attachments: [], delivery: null, via: "mail", auto: false, original: false, ...change };
}

export const byCallum = { name: CALLUM.name, email: "", suspect: false, user_id: CALLUM.id, stranger: false };
const REPLY_FORM = {
  type: "object",
  required: ["reply"],
  properties: {
    reply: { title: "Reply", type: "string", "x-widget": "textarea", minLength: 1, maxLength: 20_000 },
    attachments: { type: "array", items: { type: "integer" }, "x-widget": "attachments" },
    left_out: { type: "array", items: { type: "string" }, "x-widget": "people" },
    also: { type: "array", items: { type: "string" }, "x-widget": "people" },
  },
};
const outcome = (name: string, label: string, hotkey: string) => ({ name, label, about: "", hotkey, tone: "primary" as const, undo: false, form: REPLY_FORM, blocked: null });

export const GREETING: CannedReply = { id: 1, title: "Greeting", text: "Dear {{client_name}}, see {{review_link}}.", scope: "everyone", updated: AT };

/** A desk with ticket 4, whose messages a test can change. */
export function aTicket(messages: TicketMessage[], change: Partial<TicketConversation> = {}, client = ADA, step: Partial<TaskDetail> = {}) {
  const fields = () => ({
    id: 4,
    subject: "Where is my invoice?",
    company: null,
    client,
    created: AT,
    updated: AT,
    status: "new" as const,
    last_message_id: messages.at(-1)?.id ?? null,
  });
  const subject = (): TicketDetail => ({ ...fields(), ...(change.status && { status: change.status }), kind: "ticket", title: "Where is my invoice?", messages: messages.length, locked: false, locked_by: "", locked_id: 0, escalation_notes: "" });
  const task = (): Partial<TaskDetail> => ({
    queue: "tickets",
    kind: "ticket_resolution",
    process: { kind: "ticket_resolution", id: 4 },
    permission: "tickets",
    editable: false,
    subject: subject(),
    outcomes: [outcome("reply", "Reply", "r"), outcome("reply_and_resolve", "Reply and resolve", "d")],
    ...step,
  });
  const desk = aDesk([4], task);
  server.use(
    http.get("*/api/tickets/4", () =>
      HttpResponse.json({ ...fields(), merged_into: null, messages, recipients: [], links: { reviews: [], tickets: [] }, task: desk.change(4, {}), outcomes: [], ...change }),
    ),
    http.get("*/api/tasks/4/colleagues", () => HttpResponse.json([])),
    http.get("*/api/canned-replies", () => HttpResponse.json({ items: [GREETING], placeholders: ["client_name"] })),
    ...desk.handlers,
  );
  return {
    ...desk,
    comes: (message: TicketMessage) => {
      messages.push(message);
      desk.change(4, { subject: subject() });
    },
  };
}

/** Focuses the text of the reply. */
export async function openReply() {
  const text = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Reply" });
  await userEvent.click(text);
  return text;
}
