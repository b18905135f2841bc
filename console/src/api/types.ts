import type { components } from "./schema";

type Schemas = components["schemas"];

export type User = Schemas["User"];
export type Counts = Schemas["Counts"];
export type CountName = keyof Counts;
export type QueueSummary = Schemas["QueueSummary"];
