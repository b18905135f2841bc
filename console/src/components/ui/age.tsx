import { formatDateTime } from "@/lib/dates";
import { useAge } from "@/lib/use-moment";

/**
 * How long ago a time was, updated as time passes; the time itself on hover and on paper. Always reads left to right.
 */
export function Age({ at }: { at: string }) {
  const ageOf = useAge();
  return (
    <time className="nowrap" dateTime={at} title={formatDateTime(at)} dir="ltr">
      {ageOf(at)}
    </time>
  );
}
