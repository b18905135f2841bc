import type { components } from "./schema";

type Schemas = components["schemas"];

export type User = Schemas["SessionUser"];
export type Counts = Schemas["Counts"];
export type CountName = keyof Counts;
export type QueueSummary = Schemas["QueueOverview"];
export type Problem = Schemas["Problem"];
