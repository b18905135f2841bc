import type { Account } from "@/api/types";

/** An account for tests. */
export const anAccount = (change: Partial<Account> = {}): Account => ({
  id: 9,
  name: { full: "Ada King" },
  email: "ada@docket.example",
  avatar: null,
  access_level: "MODERATOR",
  active: true,
  last_seen: "2026-11-20T09:42:00Z",
  first_name: "Ada",
  last_name: "King",
  job_title: "",
  mobile_phone: "",
  landline_phone: "",
  country: null,
  email_address: "ada@docket.example",
  cms_access: ["moderation", "tickets"],
  created: "2026-11-20T09:42:00Z",
  notifications: {
    assigned: false,
    escalation_decided: false,
    due_soon: true,
    ticket_replied: false,
    restriction_opened: false,
    weekly_digest: false,
  },
  may_edit: true,
  own: false,
  promotion: null,
  ...change,
});
