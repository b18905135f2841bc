import type { components } from "./schema";

type Refusal = components["schemas"]["Error"];

/** A call that did not succeed. `status` 0 and code `unreachable` stand for no answer at all. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Sentences by dotted path in the payload (`form.reason`); empty unless the payload was refused. */
  readonly fields: Record<string, string[]>;
  readonly holder: Refusal["holder"];
  readonly since: string | null;
  readonly until: string | null;
  /** Seconds to wait, with 429. */
  readonly retryAfter: number | null;
  /** What the tech team needs to find this call in the log. */
  readonly requestId: string | null;

  constructor(status: number, refusal: Refusal, requestId: string | null = null, cause?: unknown) {
    super(refusal.message, { cause });
    this.status = status;
    this.code = refusal.code;
    this.fields = refusal.fields ?? {};
    this.holder = refusal.holder ?? null;
    this.since = refusal.since ?? null;
    this.until = refusal.until ?? null;
    this.retryAfter = refusal.retry_after ?? null;
    this.requestId = requestId;
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, { code: "unreachable", message: "The server did not answer." }, null, cause);
  }

  static from(response: Response, body: unknown): ApiError {
    const refusal = isRefusal(body) ? body : { code: "unknown", message: response.statusText };
    return new ApiError(response.status, refusal, response.headers.get("X-Request-ID"));
  }
}

function isRefusal(body: unknown): body is Refusal {
  return typeof body === "object" && body !== null && "code" in body && "message" in body;
}
