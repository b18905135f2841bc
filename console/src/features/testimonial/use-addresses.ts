import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { read } from "@/api/queries";

const EARLIER_MS = 30_000; // before the addresses end

/**
 * The addresses of a testimonial's file and its pages: they open without a session, for five minutes. They stay as they
 * are until somebody needs others: a new address would stop what is playing.
 */
export function useAddresses(id: number) {
  const addresses = useQuery({
    ...read("/api/testimonial/{testimonial_id}/file", { path: { testimonial_id: id } }),
    staleTime: ({ state }) => (state.data ? state.data.seconds * 1_000 - EARLIER_MS : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, dataUpdatedAt: loadedAt, isError, refetch } = addresses;
  const [useless, setUseless] = useState(0); // when the addresses came with which a file did not come
  const haveEnded = () => data === undefined || Date.now() - loadedAt >= data.seconds * 1_000 - EARLIER_MS;
  return {
    addresses,
    /** A file has not come by an address that has not ended, or there is no other address. */
    isBroken: data !== undefined && (isError || useless === loadedAt),
    /** A file has not come: asks for another address where this one has ended. */
    failed: () => {
      if (haveEnded()) void refetch();
      else setUseless(loadedAt);
    },
    haveEnded,
    /** The address of the file as it came, anew; undefined where there is none. */
    renew: async () => (await refetch()).data?.original,
  };
}
