import { AgesCard } from "./ages-card";
import { AgreementCard } from "./agreement-card";
import { LoadCard } from "./load-card";
import type { Figures } from "./use-figures";
import { WaitingCard } from "./waiting-card";

// Each in one piece: React shows parts that are loaded one by one 0.3 s after each other.

/** What a head moderator answers for, beside the queues. */
export function HeadCards({ query }: { query: Figures }) {
  return (
    <>
      <WaitingCard figures={query.data} />
      <AgesCard query={query} />
      <LoadCard query={query} />
      <AgreementCard figures={query.data} />
    </>
  );
}
