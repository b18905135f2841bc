import { useMemo } from "react";

import type { Person } from "@/api/types";

import { useUser } from "./session-context";

/** The person at this desk, as answers name people. */
export function useMe(): Person {
  const { id, name } = useUser();
  return useMemo(() => ({ id, name: name.full }), [id, name.full]);
}
