import { paths } from "@/lib/paths";

interface ListOfAll {
  path: string;
  title: "navigation.ticketList" | "navigation.testimonialList";
}

const LISTS: Readonly<Record<string, ListOfAll>> = {
  tickets: { path: paths.ticketList, title: "navigation.ticketList" },
  testimonials: { path: paths.testimonialList, title: "navigation.testimonialList" },
};

/** The page that lists all of what a queue is of; undefined for queues of reviews. */
export const listOfAll = (queue: string): ListOfAll | undefined => LISTS[queue];
