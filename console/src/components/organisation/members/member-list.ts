import type { Reads } from "@/api/queries";
import type { GroupMember } from "@/api/types";
import type { Order } from "@/components/table/sorting";

/** What narrows and sorts the list. */
interface MemberQuery extends Order<"name" | "id"> {
  q: string;
}

/** The companies of a group or of a tag: where they come from, what changes them, and what is said of it. */
export interface MemberList {
  /** Names the list among the queries and commands: the path of the API and the number of the group or tag. */
  path: Reads;
  id: number;
  /** How many there are; null where that is not known yet. */
  size: number | null;
  /** Read again when it changes. */
  version?: string;
  fetch: (query: MemberQuery & { cursor: string }, signal: AbortSignal) => Promise<{ items: GroupMember[]; next_cursor: string | null }>;
  /** The whole list as a file, narrowed and sorted in the same way. */
  save: (query: MemberQuery) => Promise<Blob>;
  /** Null where people cannot change the list. */
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
  /** What a change makes out of date. */
  refreshes: readonly Reads[];
  texts: {
    addTitle: string;
    notAdded: string;
    /** The title of the question before a company is removed. */
    removeTitle: (name: string) => string;
    notRemoved: string;
  };
}
