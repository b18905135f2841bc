import type { TFunction } from "i18next";

import { paths } from "@/lib/paths";

/** The pages of the subjects of processes. */
const PAGES = { review: paths.review, ticket: paths.ticket, testimonial: paths.testimonial } as const;

interface Subject {
  thing: string;
  id: number | string;
}

const isPage = (thing: string): thing is keyof typeof PAGES => thing in PAGES;

/** `Review 17`. A kind that the console does not know keeps the server's name. */
export const subjectName = ({ thing, id }: Subject, t: TFunction): string =>
  isPage(thing) ? t(`history.things.${thing}`, { id }) : `${thing} ${id}`;

export const subjectPage = ({ thing, id }: Subject): string | null => (isPage(thing) ? PAGES[thing](id) : null);
