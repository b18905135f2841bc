import type { Person, Problem, TakenOver } from "./types";

/** A call that failed. `status` 0 and code `unreachable` mean that no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Error sentences by dotted path in the payload (`form.reason`); empty unless the payload was refused. */
  readonly fields: Record<string, string[]>;
  readonly holder: Problem["holder"];
  readonly since: string | null;
  readonly until: string | null;
  /** The person who took the item from the caller, and the reason; sent only to the caller. */
  readonly takenOver: TakenOver | null;
  /** The version of the task's lock that caused the refusal; null if no lock did. */
  readonly lockVersion: number | null;
  /** What closed the item before anybody decided it; sent with `task_closed`. */
  readonly endedBy: Problem["ended_by"];
  /** What another person has written since; sent when the request was based on an older version. */
  readonly newer: Problem["newer"];
  /** How the items that match a batch differ from its preview. */
  readonly preview: Problem["preview"];
  /** How many companies the account belongs to, and who can confirm the change; sent with `second_admin_needed`. */
  readonly companies: number;
  readonly confirmers: readonly Person[];
  /** Seconds to wait before a retry; sent with 429 and by an overloaded server. */
  readonly retryAfter: number | null;
  /** The id by which the tech team finds this call in the log. */
  readonly requestId: string | null;

  constructor(status: number, problem: Problem, requestId: string | null = null, cause?: unknown) {
    super(problem.message, { cause });
    this.status = status;
    this.code = problem.code;
    this.fields = problem.fields ?? {};
    this.holder = problem.holder ?? null;
    this.since = problem.since ?? null;
    this.until = problem.until ?? null;
    this.takenOver = problem.taken_over ?? null;
    this.lockVersion = problem.lock_version ?? null;
    this.endedBy = problem.ended_by ?? null;
    this.newer = problem.newer ?? null;
    this.preview = problem.preview ?? null;
    this.companies = problem.companies ?? 0;
    this.confirmers = problem.confirmers ?? [];
    this.retryAfter = problem.retry_after ?? null;
    this.requestId = requestId;
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, { code: "unreachable", message: "The server did not answer." }, null, cause);
  }

  static from(response: Response, body: unknown): ApiError {
    const problem = isProblem(body) ? body : { code: "unknown", message: response.statusText };
    return new ApiError(response.status, problem, response.headers.get("X-Request-ID"));
  }
}

/** No answer, a server error, or a locked row: the call can be retried. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === "busy");
}

/** No answer came: it is unknown whether the server carried out the call. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The server is overloaded and did nothing: send the call again after `retryAfter`. */
export function isOverloaded(error: unknown): error is ApiError & { retryAfter: number } {
  return error instanceof ApiError && error.code === OVERLOADED && error.retryAfter !== null;
}

/** The code of a refusal by an overloaded server. */
export const OVERLOADED = "overloaded";

/** A read of one thing failed because the thing does not exist, or (422) because no thing can have this id. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

/** Refused because the caller has to give a second look and must not see the first decision about the review. */
export function isBlinded(error: unknown): boolean {
  return error instanceof ApiError && error.code === "blind_second_look";
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "message" in body;
}
