import { formatDateTime } from "@/lib/dates";
import { useAge } from "@/lib/use-moment";

/** How long ago a moment was, kept fresh; the moment itself on hover and on paper. Reads left to right in every direction. */
export function Age({ at }: { at: string }) {
  const ageOf = useAge();
  return (
    <time className="nowrap" dateTime={at} title={formatDateTime(at)} dir="ltr">
      {ageOf(at)}
    </time>
  );
}
