import { useTitles } from "@/lib/use-titles";

/** The title of a status; empty while it is loading. */
export function useStatus(status: string | undefined): string {
  const titles = useTitles();
  return status === undefined ? "" : titles.status(status);
}
