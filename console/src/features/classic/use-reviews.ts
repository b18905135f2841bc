import { usePages } from "@/components/table/source";

import { fetchReviews } from "./calls";
import { queryOf, type View } from "./view";

/** The rows of a view, page after page. */
export function useReviews(view: View) {
  const { last, ...source } = usePages(["reviews", view.company, queryOf(view)], (cursor, signal) => fetchReviews(view, cursor, signal));
  // what few reviews have is looked for part by part: a page may be empty, and there is more all the same
  return { source, further: last?.searched != null };
}
