import { EVERYTHING, type View } from "./view";

/** The lists that the specification's menu wording names: filters of one table. */
export const NAMED = [
  { name: "all", view: EVERYTHING },
  { name: "rejected", view: { ...EVERYTHING, status: "rejected" } },
  { name: "restricted", view: { ...EVERYTHING, status: "restricted" } },
  { name: "madeLive", view: { ...EVERYTHING, status: "published", sort: "moved" } },
  { name: "nhsHolding", view: { ...EVERYTHING, status: "pending", source: "nhs" } },
  { name: "nhsPublished", view: { ...EVERYTHING, status: "published", source: "nhs" } },
  { name: "nhsRejected", view: { ...EVERYTHING, status: "rejected", source: "nhs" } },
] as const satisfies readonly { name: string; view: View }[];
