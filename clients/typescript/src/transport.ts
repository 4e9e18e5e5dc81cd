/** One request, and again where the server asks for it. */

import { isObject } from "./answer.js";
import { AnswerLost, errorOf, NotReached, secondsOf } from "./errors.js";

export interface Options {
  /** Milliseconds for a whole try; 10,000. */
  timeout?: number;
  /** After 429 and 5xx, as Retry-After says, and where no connection is had; all of these are free of charge; 4. */
  retries?: number;
  /** Seconds; where the server asks for more, the error comes at once; 30. */
  longestWait?: number;
  /** Bytes of an answer, unpacked; above, AnswerLost; 64 MiB. */
  largestAnswer?: number;
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

/** Shorter keys are of tests, and parts of words. */
const shortestKey = 8;

const sleep = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

export class Transport {
  private readonly base: string;
  private readonly timeout: number;
  private readonly retries: number;
  private readonly longestWait: number;
  private readonly largestAnswer: number;
  private readonly fetch: typeof fetch;
  /** Nothing shows a field of this kind: no console.log(), no JSON. */
  readonly #key: string;

  constructor(baseUrl: string, key: string, options: Options) {
    const address = addressOf(baseUrl);
    this.#key = keyOf(key);
    this.base = address.origin + address.pathname.replace(/\/+$/, "");
    this.timeout = options.timeout ?? 10_000;
    this.retries = options.retries ?? 4;
    this.longestWait = options.longestWait ?? 30;
    this.largestAnswer = options.largestAnswer ?? 64 << 20;
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
          throw errorOf(response.status, this.withoutKey(response.body), response.headers, id);
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

  /** Text, and texts of an error's fields, in which a server has repeated the key. */
  private withoutKey(value: unknown): unknown {
    if (typeof value === "string" && this.#key.length >= shortestKey) {
      return value.replaceAll(this.#key, "…");
    }
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, this.withoutKey(text)])) : value;
  }

  private lost(why: string, requestId: string, status?: number): AnswerLost {
    return new AnswerLost(this.withoutKey(`no whole answer of ${this.base}: ${why}`) as string, { requestId, status });
  }

  private async send(method: string, path: string, body: unknown, headers: Record<string, string>, requestId: string) {
    const sent: Record<string, string> = { Authorization: `Bearer ${this.#key}`, Accept: "application/json", ...headers };
    const request: RequestInit = { method, headers: sent, redirect: "manual", signal: AbortSignal.timeout(this.timeout) };
    if (body !== undefined) {
      sent["Content-Type"] = "application/json";
      request.body = JSON.stringify(body);
    }
    let response: Response;
    try {
      response = await this.fetch(this.base + path, request);
    } catch (error) {
      throw this.fault(error, requestId);
    }
    const { status } = response;
    try {
      return { status, headers: response.headers, body: JSON.parse(await this.textOf(response, requestId)) as unknown };
    } catch (error) {
      if (status !== 200) {  // something in front of the server made it
        return { status, headers: response.headers, body: undefined };
      }
      throw error instanceof AnswerLost ? error : this.fault(error, requestId, status);
    }
  }

  private fault(error: unknown, requestId: string, status?: number): NotReached | AnswerLost {
    const code = (error as { cause?: { code?: string } } | undefined)?.cause?.code;
    if (code !== undefined && notReached.has(code)) {
      return new NotReached(`${this.base} cannot be reached: ${code}`, { requestId });
    }
    const isNoJson = error instanceof SyntaxError || error instanceof RangeError;
    return this.lost(isNoJson ? "it is no JSON" : code ?? String(error), requestId, status);
  }

  /** As response.text(), up to largestAnswer. */
  private async textOf(response: Response, requestId: string): Promise<string> {
    const reader = response.body?.getReader();
    if (reader === undefined) {
      return response.text();
    }
    const decoder = new TextDecoder();
    let text = "";
    for (let bytes = 0; ;) {
      const { done, value } = await reader.read();
      if (done) {
        return text + decoder.decode();
      }
      bytes += value.length;
      if (bytes > this.largestAnswer) {
        await reader.cancel().catch(() => undefined);
        throw this.lost(`it has more than ${this.largestAnswer} bytes (largestAnswer)`, requestId, response.status);
      }
      text += decoder.decode(value, { stream: true });
    }
  }
}

/** Errors do not quote the key: they go to logs. */
function keyOf(given: string): string {
  const key = given.replace(/[\r\n]+$/, "");
  if (!/^[!-~]*$/.test(key)) {
    throw new TypeError("apiKey: expected ASCII letters, digits and signs; it has a space, a control character or another letter");
  }
  return key;
}

/** Errors do not quote the address: it may have a password, or be the key in the wrong place. */
function addressOf(baseUrl: string): URL {
  try {
    const address = new URL(baseUrl);
    if (address.protocol === "http:" || address.protocol === "https:") {
      return address;
    }
  } catch {
    // as for another protocol
  }
  throw new TypeError("baseUrl: expected an address such as https://api.example.com");
}
