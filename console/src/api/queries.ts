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

/** Left out where the path has no parameters that are required. */
type Given<T> = object extends T ? [params?: T] : [params: T];

/** What a query function is given. */
type Asked = Pick<QueryFunctionContext<QueryKey, unknown>, "client" | "queryKey" | "signal">;

/** Reads a path once: for query functions that do something with the answer. Throws `ApiError`. */
export async function fetchAnswer<P extends Readable>(path: P, params: ParamsOf<P>, asked: Asked): Promise<AnswerOf<P>> {
  // the client's own types follow one literal path, not a type parameter; the signature above says the same
  const get = api.GET as (path: P, init: unknown) => Parameters<typeof answer<AnswerOf<P>>>[0];
  return answer(get(path, { params, signal: asked.signal, ...(isPoll(asked) && { headers: BACKGROUND }) }));
}

/** Nobody waits for the answer: a server that has too much to do works on everything else first (RFC 9218). */
export const BACKGROUND = { Priority: "u=7" };

/** The query has an answer, which nothing has made out of date, and nobody has asked for more of it. */
function isPoll({ client, queryKey }: Asked): boolean {
  const state = client.getQueryState(queryKey);
  return state?.status === "success" && !state.isInvalidated && !state.fetchMeta?.fetchMore;
}

/** The query of a path with its parameters, typed by the OpenAPI file: `useQuery(read("/api/team"))`. */
export function read<P extends Readable>(path: P, ...[params]: Given<ParamsOf<P>>) {
  const given = params ?? ({} as ParamsOf<P>);
  return queryOptions({ queryKey: keyOf(path, given), queryFn: (asked) => fetchAnswer(path, given, asked) });
}

/** The same, read again for each version of its subject. */
export function readVersion<P extends Readable>(path: P, params: ParamsOf<P>, version: string | number) {
  return queryOptions({
    queryKey: [...keyOf(path, params), version] as const,
    queryFn: (asked) => fetchAnswer(path, params, asked),
  });
}

/** The same for a path that answers page by page, with a `next_cursor`. */
export function readPages<P extends Paged>(path: P, ...[params]: Given<ParamsOf<P>>) {
  const given = params ?? ({} as ParamsOf<P>);
  return infiniteQueryOptions({
    queryKey: [...keyOf(path, given), "pages"] as const, // apart from the same path read without pages
    queryFn: ({ pageParam, ...asked }) => fetchAnswer(path, atCursor(given, pageParam), asked),
    initialPageParam: "",
    getNextPageParam: (page) => (page as { next_cursor: string | null }).next_cursor ?? undefined,
  });
}

type Paged = { [P in Readable]: AnswerOf<P> extends { next_cursor: string | null } ? P : never }[Readable];

/** A page's parameters: those of its list, with the cursor behind which it begins. */
export function atCursor<P extends Paged>(params: ParamsOf<P>, cursor: string): ParamsOf<P> {
  const { query } = params as { query?: object };
  return cursor ? { ...params, query: { ...query, cursor } } : params;
}

/** Queries by their path, or by their path and some of the parameters. */
export type Reads = Readable | readonly [path: Readable, params: object];

/** Refetches these queries if they are on screen, and the others when they are used next. */
export async function refresh(client: QueryClient, ...stale: readonly Reads[]): Promise<void> {
  await Promise.all(stale.map((reads) => client.invalidateQueries({ queryKey: typeof reads === "string" ? [reads] : reads })));
}

function keyOf<P extends Readable>(path: P, params: ParamsOf<P>) {
  return [path, params] as const;
}
