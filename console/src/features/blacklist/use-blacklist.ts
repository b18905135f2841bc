import { answer, api } from "@/api/client";
import { usePages } from "@/components/table/source";

import type { ListQuery } from "./calls";

/** The entries, page after page. */
export function useBlacklist(list: ListQuery) {
  return usePages(["/api/blacklist", list], (cursor, signal) => {
    const query = { ...list, ...(cursor && { cursor }) };
    return answer(api.GET("/api/blacklist", { params: { query }, signal }));
  });
}
