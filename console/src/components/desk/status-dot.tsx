import { useDesk } from "@/lib/desk";

import { useStatus } from "./use-status";

/**
 * A status as a dot and its title, quiet enough for a whole column. The dot is hollow while work goes on, and grey for
 * an ending without a colour.
 */
export function StatusDot({ status, heldUntil }: { status: string; heldUntil?: string | null }) {
  const { tone, open = true } = useDesk().statuses.find(({ name }) => name === status) ?? {};
  return <span className={`badge badge-dot ${tone ? `tone-${tone}` : open ? "hollow" : ""}`}>{useStatus(status, heldUntil)}</span>;
}
