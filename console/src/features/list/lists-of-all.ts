import { paths } from "@/lib/paths";

/** The lists of tickets of the specification. */
export const LISTS_OF_TICKETS = ["all_unresolved", "client_replied", "waiting_on_client"] as const;

interface ListOfAll {
  path: string;
  title: "navigation.testimonialList" | `work.lists.${(typeof LISTS_OF_TICKETS)[number]}`;
  /** A shorter label for narrow spaces, contained in the title. */
  short?: `work.lists.short.${(typeof LISTS_OF_TICKETS)[number]}`;
}

const LISTS: Readonly<Record<string, readonly ListOfAll[]>> = {
  tickets: LISTS_OF_TICKETS.map((list) => ({ path: `${paths.ticketList}?filter=${list}`, title: `work.lists.${list}`, short: `work.lists.short.${list}` })),
  testimonials: [{ path: paths.testimonialList, title: "navigation.testimonialList" }],
};

/** The pages that list all subjects of a queue; empty for queues of reviews. */
export const listsOfAll = (queue: string): readonly ListOfAll[] => LISTS[queue] ?? [];

/**
 * The address of the list that `?filter=` selects: the specification uses the queue's own address for the lists of
 * tickets.
 */
export const listNamed = (queue: string, filter: string | null): string | undefined =>
  listsOfAll(queue).find(({ path }) => path.endsWith(`?filter=${filter}`))?.path;
