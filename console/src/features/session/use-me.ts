import { useMemo } from "react";

import type { Person } from "@/api/types";
import { useOnPaper } from "@/lib/use-moment";

import { useUser } from "./session-context";

/** The person at this desk, as answers name people. */
export function useMe(): Person {
  const { id, name } = useUser();
  return useMemo(() => ({ id, name: name.full }), [id, name.full]);
}

/** Whom "you" means: the person at this desk; null on paper, which others read. */
export function useReader(): number | null {
  const { id } = useUser();
  return useOnPaper() ? null : id;
}
