import { useMemo } from "react";

import type { Person } from "@/api/types";
import { useOnPaper } from "@/lib/use-moment";

import { useUser } from "./session-context";

/** The signed-in person in the shape in which answers name people. */
export function useMe(): Person {
  const { id, name } = useUser();
  return useMemo(() => ({ id, name: name.full }), [id, name.full]);
}

/** The person that "you" refers to: the signed-in person; null on paper, which other people read. */
export function useReader(): number | null {
  const { id } = useUser();
  return useOnPaper() ? null : id;
}
