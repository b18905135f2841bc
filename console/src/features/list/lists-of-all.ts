import { paths } from "@/lib/paths";

/** The lists of tickets that the specification names. */
export const LISTS_OF_TICKETS = ["all_unresolved", "client_replied", "waiting_on_client"] as const;

interface ListOfAll {
  path: string;
  title: "navigation.testimonialList" | `work.lists.${(typeof LISTS_OF_TICKETS)[number]}`;
  /** Its words where there is little room, within those of its title. */
  short?: `work.lists.short.${(typeof LISTS_OF_TICKETS)[number]}`;
}

const LISTS: Readonly<Record<string, readonly ListOfAll[]>> = {
  tickets: LISTS_OF_TICKETS.map((list) => ({ path: `${paths.ticketList}?filter=${list}`, title: `work.lists.${list}`, short: `work.lists.short.${list}` })),
  testimonials: [{ path: paths.testimonialList, title: "navigation.testimonialList" }],
};

/** The lists of all of what a queue is of, on pages of their own; none for queues of reviews. */
export const listsOfAll = (queue: string): readonly ListOfAll[] => LISTS[queue] ?? [];

/** The address of the list that `?filter=` at a queue's own address names: the specification has the lists of tickets there. */
export const listNamed = (queue: string, filter: string | null): string | undefined =>
  listsOfAll(queue).find(({ path }) => path.endsWith(`?filter=${filter}`))?.path;
