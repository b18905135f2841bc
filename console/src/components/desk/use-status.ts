import { useTitles } from "@/lib/use-titles";

/** A status in words; nothing while it is not known. */
export function useStatus(status: string | undefined): string {
  const titles = useTitles();
  return status === undefined ? "" : titles.status(status);
}
