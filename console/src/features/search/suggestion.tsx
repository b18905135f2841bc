import type { SearchItem } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { useOtherSource } from "@/components/desk/use-source-name";
import { beginningsIn } from "@/lib/fold";

import { FoundText } from "./found-text";
import { textsOf } from "./result-texts";

/** A result in one line, a review with its rating. `typed`: marked in the names below the title, if nothing else is marked. */
export function Suggestion({ item, typed = "" }: { item: SearchItem; typed?: string }) {
  const { title, subtitle: served } = textsOf(item);
  const source = useOtherSource(item.source);
  const subtitle = served.marks.length > 0 ? served : { ...served, marks: beginningsIn(served.text, typed) };
  return (
    <>
      <span dir="auto">
        <FoundText {...title} />
      </span>{" "}
      <span dir="auto">
        {item.rating !== null && <Stars rating={item.rating} />}
        <FoundText {...subtitle} />
        {source && <>{subtitle.text && " · "}{source}</>}
      </span>
    </>
  );
}
