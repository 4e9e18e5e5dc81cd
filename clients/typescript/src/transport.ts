/** One request, and again where the server asks for it. */

import { AnswerLost, errorOf, NotReached, secondsOf } from "./errors.js";

export interface Options {
  /** Milliseconds for a whole try; 10,000. */
  timeout?: number;
  /** After 429 and 5xx, as Retry-After says, and where no connection is had; all of these are free of charge; 4. */
  retries?: number;
  /** Seconds; where the server asks for more, the error comes at once; 30. */
  longestWait?: number;
  /** Unknown fields are refused (422) instead of ignored. */
  strict?: boolean;
  /** Instead of the global fetch. */
  fetch?: typeof fetch;
}

export interface Reply {
  body: unknown;
  headers: Headers;
  requestId: string;
}

/** Statuses of which the server has charged nothing, and which may be over in a moment. */
const passing = new Set([429, 500, 502, 503, 504]);
/** Of a connection that was never made. Node's fetch has them in `cause.code`; a browser does not tell. */
const notReached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

const sleep = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

export class Transport {
  private readonly base: string;
  private readonly timeout: number;
  private readonly retries: number;
  private readonly longestWait: number;
  private readonly fetch: typeof fetch;

  constructor(baseUrl: string, private readonly key: string, options: Options) {
    const address = new URL(baseUrl);
    if (address.protocol !== "http:" && address.protocol !== "https:") {
      throw new TypeError(`baseUrl: expected an address such as https://api.example.com, got ${baseUrl}`);
    }
    this.base = address.origin + address.pathname.replace(/\/+$/, "");
    this.timeout = options.timeout ?? 10_000;
    this.retries = options.retries ?? 4;
    this.longestWait = options.longestWait ?? 30;
    this.fetch = options.fetch ?? fetch;
  }

  /** The answer of status 200. Every try has the same request id. */
  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const requestId = crypto.randomUUID();
    for (let tried = 0; ; ++tried) {
      const isLast = tried === this.retries;
      try {
        const response = await this.send(method, path, body, { ...headers, "X-Request-Id": requestId }, requestId);
        const id = response.headers.get("x-request-id") ?? requestId;
        if (response.status === 200) {
          return { ...response, requestId: id };
        }
        const wait = secondsOf(response.headers.get("retry-after")) ?? this.backoff(tried);
        if (!passing.has(response.status) || isLast || wait > this.longestWait) {
          throw errorOf(response.status, response.body, response.headers, id);
        }
        await sleep(wait);
      } catch (error) {
        if (!(error instanceof NotReached) || isLast) {
          throw error;
        }
        await sleep(this.backoff(tried));
      }
    }
  }

  private backoff(tried: number): number {
    return Math.min(this.longestWait, 0.25 * 2 ** tried * (0.5 + Math.random()));
  }

  private async send(method: string, path: string, body: unknown, headers: Record<string, string>, requestId: string) {
    const sent: Record<string, string> = { Authorization: `Bearer ${this.key}`, Accept: "application/json", ...headers };
    const request: RequestInit = { method, headers: sent, signal: AbortSignal.timeout(this.timeout) };
    if (body !== undefined) {
      sent["Content-Type"] = "application/json";
      request.body = JSON.stringify(body);
    }
    try {
      const response = await this.fetch(this.base + path, request);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parsed(text, response.status) };
    } catch (error) {
      const code = (error as { cause?: { code?: string } }).cause?.code;
      if (code !== undefined && notReached.has(code)) {
        throw new NotReached(`${this.base} cannot be reached: ${code}`, { requestId, cause: error });
      }
      throw new AnswerLost(`no whole answer of ${this.base}: ${code ?? String(error)}`, { requestId, cause: error });
    }
  }
}

/** An error may be no JSON, where something in front of the server made it; an answer is. */
function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (status === 200) {
      throw error;
    }
    return undefined;
  }
}
