import { useNow } from "@/lib/clock";
import { ageOf, formatDateTime } from "@/lib/dates";

/** How long ago a moment was, kept fresh; the moment itself on hover. Reads left to right in every direction. */
export function Age({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatDateTime(at)} dir="ltr">
      {ageOf(at, now)}
    </time>
  );
}
