import { AgesCard } from "./ages-card";
import { AgreementCard } from "./agreement-card";
import { LoadCard } from "./load-card";
import type { Figures } from "./use-figures";
import { WaitingCard } from "./waiting-card";

// One component for each column: React reveals parts that load separately 0.3 s after each other.

/** The cards for head moderators, beside the queues. */
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
