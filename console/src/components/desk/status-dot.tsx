import { useDesk } from "@/lib/desk";

import { useStatus } from "./use-status";

/** A status, as a dot and its title: quiet enough for a whole column of them. */
export function StatusDot({ status }: { status: string }) {
  const tone = useDesk().statuses.find(({ name }) => name === status)?.tone;
  return <span className={`badge badge-dot ${tone ? `tone-${tone}` : "hollow"}`}>{useStatus(status)}</span>;
}
