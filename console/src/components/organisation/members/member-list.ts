import type { Reads } from "@/api/queries";
import type { GroupMember } from "@/api/types";
import type { Order } from "@/components/table/sorting";

/** The filter and the sort of the list. */
interface MemberQuery extends Order<"name" | "id"> {
  q: string;
}

/** The companies of a group or a tag: the queries, the commands and the texts. */
export interface MemberList {
  /** Identifies the list in queries and commands: the path of the API and the number of the group or tag. */
  path: Reads;
  id: number;
  /** How many members there are; null if unknown. */
  size: number | null;
  /** The list is read again when this changes. */
  version?: string;
  fetch: (query: MemberQuery & { cursor: string }, signal: AbortSignal) => Promise<{ items: GroupMember[]; next_cursor: string | null }>;
  /** The whole list as a file, with the same filter and sort. */
  save: (query: MemberQuery) => Promise<Blob>;
  /** Null if the person cannot change the list. */
  change: MemberChange | null;
  texts: {
    title: string;
    empty: string;
  };
}

export interface MemberChange {
  of: "group" | "tag";
  put: (company: number) => Promise<void>;
  remove: (company: number) => Promise<void>;
  /** The queries that a change makes out of date. */
  refreshes: readonly Reads[];
  texts: {
    addTitle: string;
    notAdded: string;
    /** The title of the confirmation before a company is removed. */
    removeTitle: (name: string) => string;
    notRemoved: string;
  };
}
