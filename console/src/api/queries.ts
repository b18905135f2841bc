import { infiniteQueryOptions, type QueryClient, type QueryFunctionContext, type QueryKey, queryOptions } from "@tanstack/react-query";

import { answer, api } from "./client";
import type { paths } from "./schema";

/** A path of the API that answers GET with JSON. */
export type Readable = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: { "application/json": unknown } } } } } ? P : never;
}[keyof paths];

/** What a GET of the path answers. */
export type AnswerOf<P extends Readable> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer Answer } } } };
}
  ? Answer
  : never;

/** The parameters of a GET of the path: `{ path, query }`, where it has them. */
type ParamsOf<P extends Readable> = paths[P] extends { get: { parameters: infer All } } ? Omit<All, "header" | "cookie"> : never;

/** Optional if the path has no required parameters. */
type Given<T> = object extends T ? [params?: T] : [params: T];

/** The part of a query function's context that is used here. */
type Asked = Pick<QueryFunctionContext<QueryKey, unknown>, "client" | "queryKey" | "signal">;

/** Reads a path once, for query functions that transform the answer. Throws `ApiError`. */
export async function fetchAnswer<P extends Readable>(path: P, params: ParamsOf<P>, asked: Asked): Promise<AnswerOf<P>> {
  // the client infers types from a literal path, not from a type parameter; the signature above has the same types
  const get = api.GET as (path: P, init: unknown) => Parameters<typeof answer<AnswerOf<P>>>[0];
  return answer(get(path, { params, signal: asked.signal, ...(isPoll(asked) && { headers: BACKGROUND }) }));
}

/** Low priority (RFC 9218): nobody waits for the answer, so an overloaded server handles all other requests first. */
export const BACKGROUND = { Priority: "u=7" };

/** A background refetch: the query has an answer that is still valid, and no further page was requested. */
function isPoll({ client, queryKey }: Asked): boolean {
  const state = client.getQueryState(queryKey);
  return state?.status === "success" && !state.isInvalidated && !state.fetchMeta?.fetchMore;
}

/** The query of a path with its parameters, typed by the OpenAPI file: `useQuery(read("/api/team"))`. */
export function read<P extends Readable>(path: P, ...[params]: Given<ParamsOf<P>>) {
  const given = params ?? ({} as ParamsOf<P>);
  return queryOptions({ queryKey: keyOf(path, given), queryFn: (asked) => fetchAnswer(path, given, asked) });
}

/** Like `read`, but read again for each version of its subject. */
export function readVersion<P extends Readable>(path: P, params: ParamsOf<P>, version: string | number) {
  return queryOptions({
    queryKey: [...keyOf(path, params), version] as const,
    queryFn: (asked) => fetchAnswer(path, params, asked),
  });
}

/** Like `read`, for a path that answers in pages with a `next_cursor`. */
export function readPages<P extends Paged>(path: P, ...[params]: Given<ParamsOf<P>>) {
  const given = params ?? ({} as ParamsOf<P>);
  return infiniteQueryOptions({
    queryKey: [...keyOf(path, given), "pages"] as const, // differs from the key of the same path without pages
    queryFn: ({ pageParam, ...asked }) => fetchAnswer(path, atCursor(given, pageParam), asked),
    initialPageParam: "",
    getNextPageParam: (page) => (page as { next_cursor: string | null }).next_cursor ?? undefined,
  });
}

type Paged = { [P in Readable]: AnswerOf<P> extends { next_cursor: string | null } ? P : never }[Readable];

/** The parameters of one page: those of its list, and the cursor after which the page begins. */
export function atCursor<P extends Paged>(params: ParamsOf<P>, cursor: string): ParamsOf<P> {
  const { query } = params as { query?: object };
  return cursor ? { ...params, query: { ...query, cursor } } : params;
}

/** Selects queries by path, or by path and some of their parameters. */
export type Reads = Readable | readonly [path: Readable, params: object];

/** Refetches these queries if they are on screen; the others are refetched when next used. */
export async function refresh(client: QueryClient, ...stale: readonly Reads[]): Promise<void> {
  await Promise.all(stale.map((reads) => client.invalidateQueries({ queryKey: typeof reads === "string" ? [reads] : reads })));
}

function keyOf<P extends Readable>(path: P, params: ParamsOf<P>) {
  return [path, params] as const;
}
