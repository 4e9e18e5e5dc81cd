import { type BizrecError, errorOf, unexpected } from "./errors.js";
import type { MatchRow } from "./types.js";

/** How a search may read its words: "How the words were read" in docs/api.md. */
export const readings = ["all_words", "in_place", "decoded", "most_words", "any_word"] as const;

/** The rows of a request, in their order, and what came with them. */
export class Answer<Row> implements Iterable<Row> {
  readonly rows: Row[];
  /** All matches; undefined unless the request had estimate_total. */
  readonly totalCount: number | undefined;
  /** Fields that the server does not know, or that held nothing: a typing error widens a request. */
  readonly ignoredFields: string[];
  /** Defaults that narrowed the request: "location[0].country=US". */
  readonly appliedDefaults: string[];
  /** What a search read as words, though it looks like operators: "-word", "OR". */
  readonly ignoredWords: string;
  /** Why a link names no business, else "". */
  readonly identityNote: string;
  /** How a search read the words, one of `readings`; else "". */
  readonly reading: string;
  /** Words of another reading that is nearly as likely, to be asked for as query; else "". */
  readonly also: string;
  /** undefined where rows have no price. */
  readonly creditsCharged: number | undefined;
  readonly creditsRemaining: number | undefined;

  constructor(body: unknown, readonly headers: Headers, readonly requestId: string) {
    const whole = isObject(body) ? body : { data: body };
    if (!isRows(whole.data)) {
      throw unexpected("expected rows", requestId);
    }
    this.rows = whole.data as Row[];
    this.totalCount = typeof whole.total_count === "number" ? whole.total_count : undefined;
    this.ignoredFields = names(headers.get("x-ignored-fields"));
    this.appliedDefaults = names(headers.get("x-applied-defaults"));
    this.ignoredWords = headers.get("x-words-ignored") ?? "";
    this.identityNote = headers.get("x-identity-note") ?? "";
    this.reading = (headers.get("x-query-reading") ?? "").split(";")[0] ?? "";
    this.also = unquoted(headers.get("x-query-also") ?? "");
    this.creditsCharged = numberOf(headers.get("x-credits-charged"));
    this.creditsRemaining = numberOf(headers.get("x-credits-remaining"));
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows[Symbol.iterator]();
  }
}

/** What an item of enrichMany() found: the rows, or the error of this item alone. */
export class Enriched {
  /** [] where it has an error. */
  readonly rows: MatchRow[];
  /** What enrich() would have thrown. */
  readonly error: BizrecError | undefined;
  readonly totalCount: number | undefined;
  readonly ignoredFields: string[];
  readonly appliedDefaults: string[];
  readonly identityNote: string;

  constructor(item: BatchItem, requestId: string) {
    if (typeof item.status !== "number" || !isRows(item.rows ?? [])) {
      throw unexpected("expected a status and rows of each item", requestId);
    }
    this.rows = item.rows ?? [];
    this.error = item.status === 200 ? undefined : errorOf(item.status, item, new Headers(), requestId);
    this.totalCount = item.total_count;
    this.ignoredFields = names(item.ignored_fields);
    this.appliedDefaults = names(item.applied_defaults);
    this.identityNote = item.identity_note ?? "";
  }
}

/** As the server sends it. */
export interface BatchItem {
  status: number;
  rows?: MatchRow[];
  total_count?: number;
  ignored_fields?: string;
  applied_defaults?: string;
  identity_note?: string;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isRows(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isObject);
}

/** Of a header: "golden anchor" in quotes, bytes beyond ASCII as %C3. */
function unquoted(text: string): string {
  const inside = text.replace(/^"|"$/g, "");
  try {
    return decodeURIComponent(inside);
  } catch {
    return inside;
  }
}

function names(text: unknown): string[] {
  return typeof text === "string" && text !== "" ? text.split(",").map((name) => name.trim()) : [];
}

function numberOf(text: string | null): number | undefined {
  return text === null || text === "" ? undefined : Number(text);
}
