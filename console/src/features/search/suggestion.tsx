import type { SearchItem } from "@/api/types";

import { FoundText } from "./found-text";
import { textsOf } from "./result-texts";

/** A result on one line. */
export function Suggestion({ item }: { item: SearchItem }) {
  const { title, subtitle } = textsOf(item);
  return (
    <>
      <span dir="auto">
        <FoundText {...title} />
      </span>{" "}
      <span dir="auto">
        <FoundText {...subtitle} />
      </span>
    </>
  );
}
