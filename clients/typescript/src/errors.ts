/** What a request may throw. Every one knows the id of its request, which the server's log has too. */

export interface ErrorFacts {
  requestId: string;
  status?: number | undefined;
  code?: string | undefined;
  field?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
}

export class BizrecError extends Error {
  readonly requestId: string;
  /** Of HTTP; undefined: the server was not reached, or did not answer. */
  readonly status: number | undefined;
  /** For programs, does not change: "invalid_field". */
  readonly code: string;
  /** Of the body, where the error is about one: "location[0].lat". */
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(readonly detail: string, facts: ErrorFacts) {
    // Without the cause: that of a fetch may have the request, with the key.
    super(`${detail} (request ${facts.requestId})`);
    this.name = new.target.name;
    this.requestId = facts.requestId;
    this.status = facts.status;
    this.code = facts.code ?? "";
    this.field = facts.field;
    this.retryAfter = facts.retryAfter;
  }
}

/** 400, 413, 414, 422, 431: the request itself is wrong; the same again gets the same. Also 3xx: redirects are not followed. Of the code "too_much_work" the detail says how to ask for less. */
export class InvalidRequest extends BizrecError {}
/** 401: the key is missing, unknown or over. */
export class Unauthorized extends BizrecError {}
/** 402: the team's balance does not cover the answer. Nothing was charged. */
export class CreditLimitReached extends BizrecError {
  constructor(
    detail: string,
    facts: ErrorFacts,
    readonly creditsNeeded: number | undefined,
    readonly creditsRemaining: number | undefined,
  ) {
    super(detail, facts);
  }
}
/** 403: the key may not use this endpoint. */
export class Forbidden extends BizrecError {}
/** 404: the server does not have this endpoint. */
export class NotFound extends BizrecError {}
/** 410: the changes since a generation are not kept any more; fetch the records anew. */
export class GenerationGone extends BizrecError {
  constructor(
    detail: string,
    facts: ErrorFacts,
    /** The oldest generation since which they are kept. */
    readonly oldest: string | undefined,
    /** That of the server. */
    readonly newest: string | undefined,
  ) {
    super(detail, facts);
  }
}
/** 429, also after the retries. */
export class TooManyRequests extends BizrecError {}
/** 5xx, also after the retries. Nothing was charged. */
export class ServerError extends BizrecError {}
/** No connection, also after the retries. Nothing was charged. */
export class NotReached extends BizrecError {}
/** The request may have been sent, and its answer did not come whole, or is none of the API: the server may have charged it. It is not sent again. */
export class AnswerLost extends BizrecError {}

/** Of an answer of status 200 that the API does not give. */
export function unexpected(what: string, requestId: string): AnswerLost {
  return new AnswerLost(`the answer is no answer of the API: ${what}`, { requestId, status: 200 });
}

/** Of Retry-After; undefined without one, and for a date, which the API does not send. */
export function secondsOf(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** The error of an answer that is not 200. `body`: of JSON, or undefined where it is none. */
export function errorOf(status: number, body: unknown, headers: Headers, requestId: string): BizrecError {
  const fields = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
  const number = (name: string) => (typeof fields[name] === "number" ? fields[name] : undefined);
  const facts = { requestId, status, code: text("code"), field: text("field"), retryAfter: secondsOf(headers.get("retry-after")) };
  const detail = text("detail") ?? `HTTP ${status}`;
  if (status > 0 && status < 300) {
    return new AnswerLost(`HTTP ${status}: expected 200`, facts);
  }
  if (status < 400) {  // 0: a browser does not say which
    return new InvalidRequest(`HTTP ${status}: redirects are not followed; baseUrl is to be the address that they lead to`, facts);
  }
  switch (status) {
    case 401: return new Unauthorized(detail, facts);
    case 402: return new CreditLimitReached(detail, facts, number("credits_needed"), number("credits_remaining"));
    case 403: return new Forbidden(detail, facts);
    case 404: return new NotFound(detail, facts);
    case 410: return new GenerationGone(detail, facts, text("oldest"), text("newest"));
    case 429: return new TooManyRequests(detail, facts);
    default: return status >= 500 ? new ServerError(detail, facts) : new InvalidRequest(detail, facts);
  }
}
