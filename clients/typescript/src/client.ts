/** The calls of the API. */

import { Answer, type BatchItem, Enriched, isObject, isRows } from "./answer.js";
import { Changes } from "./changes.js";
import { InvalidRequest, unexpected } from "./errors.js";
import { Options, Transport } from "./transport.js";
import type { Balance, BusinessRecord, ChangesRequest, EnrichRequest, IdRow, MatchRow, SearchRequest } from "./types.js";

const idsARequest = 100;
const itemsARequest = 100;
const rowsAPage = 500;
const rowsOfEnrich = 50;
const changesAPage = 1000;

export class Client {
  private readonly transport: Transport;
  private readonly headers: Record<string, string>;

  /** `baseUrl`: "https://api.example.com"; a path in it comes before the API's own. Line breaks at the end of a key are no part of it. */
  constructor(baseUrl: string, apiKey: string, options: Options = {}) {
    this.transport = new Transport(baseUrl, apiKey, options);
    this.headers = options.strict ? { Prefer: "handling=strict" } : {};
  }

  /** The records of a company. */
  enrich(request: EnrichRequest): Promise<Answer<MatchRow>> {
    return this.ask("/api/v1/enrich_company", request);
  }

  /** Every row of enrich(), page by page, as a whole brand; `limit` is the rows of a page. */
  enrichAll(request: EnrichRequest): AsyncGenerator<MatchRow> {
    return rows((page) => this.enrich(page), request, rowsOfEnrich);
  }

  /** Any number of enrichments, a hundred a request: one result for each, in their order. */
  async *enrichMany(requests: Iterable<EnrichRequest>): AsyncGenerator<Enriched> {
    const wanted = [...requests];
    for (let begin = 0; begin < wanted.length; begin += itemsARequest) {
      const items = wanted.slice(begin, begin + itemsARequest);
      const reply = await this.transport.ask("POST", "/api/v1/enrich_company/batch", { items }, this.headers);
      if (!isRows(reply.body) || reply.body.length !== items.length) {
        throw unexpected(`expected ${items.length} items`, reply.requestId);
      }
      yield* reply.body.map((item) => new Enriched(item as unknown as BatchItem, reply.requestId));
    }
  }

  /** One page of ids. */
  searchIds(request: SearchRequest): Promise<Answer<IdRow>> {
    return this.ask("/api/v1/search/only_ids", request);
  }

  /** One page of whole records. */
  search(request: SearchRequest): Promise<Answer<MatchRow>> {
    return this.ask("/api/v1/search", request);
  }

  /** Every row of searchIds(), page by page; `limit` is the rows of a page. */
  allIds(request: SearchRequest): AsyncGenerator<IdRow> {
    return rows((page) => this.searchIds(page), request, rowsAPage);
  }

  /** Every row of search(), page by page; each costs as much as a row of an enrichment. */
  allRecords(request: SearchRequest): AsyncGenerator<MatchRow> {
    return rows((page) => this.search(page), request, rowsAPage);
  }

  /** Records by id, in the order asked, of any number of ids; those that the server does not have are absent. */
  async records(ids: Iterable<string>): Promise<Map<string, BusinessRecord>> {
    const wanted = [...ids];
    const found = new Map<string, BusinessRecord>();
    for (let begin = 0; begin < wanted.length; begin += idsARequest) {
      const part = encodeURIComponent(wanted.slice(begin, begin + idsARequest).join(","));
      const { body, requestId } = await this.transport.ask("GET", `/api/v1/business_records/list/service_id?id=${part}`);
      if (!isObject(body) || !isRows(Object.values(body))) {
        throw unexpected("expected records by id", requestId);
      }
      for (const [id, record] of Object.entries(body)) {
        found.set(id, record as BusinessRecord);
      }
    }
    return found;
  }

  /**
   * What became of each record since a generation, page by page. After the last row its `until` is the generation that has
   * been reached: `since` of the next call. GenerationGone: the server does not keep what changed since then.
   */
  changes(since: string, request: ChangesRequest = {}): Changes {
    return new Changes((cursor) => {
      const query = { ...request, since, limit: String(changesAPage), ...(cursor === undefined ? {} : { cursor }) };
      return this.transport.ask("GET", `/api/v1/changes?${new URLSearchParams(query)}`, undefined, this.headers);
    });
  }

  /** The team's balance; free of charge. */
  async credits(): Promise<Balance> {
    const { body, requestId } = await this.transport.ask("GET", "/api/v1/credits");
    if (!isObject(body) || !["team", "granted", "spent", "remaining"].every((name) => name in body)) {
      throw unexpected("expected a balance", requestId);
    }
    return body as unknown as Balance;
  }

  private async ask<Row>(path: string, request: object): Promise<Answer<Row>> {
    const reply = await this.transport.ask("POST", path, request, this.headers);
    return new Answer<Row>(reply.body, reply.headers, reply.requestId);
  }
}

interface Paged {
  limit?: number;
  cursor?: [number, string];
}

async function* rows<Row extends { cursor: [number, string] }, Request extends Paged>(
  ask: (request: Request) => Promise<Answer<Row>>,
  request: Request,
  most: number,
): AsyncGenerator<Row> {
  const given = request.limit !== undefined && request.limit > 0;
  let size = given ? request.limit! : most;
  let next: Request = { ...request, limit: size };
  let seen = String(request.cursor);
  for (let pages = 0; ;) {
    let answer: Answer<Row>;
    try {
      answer = await ask(next);
    } catch (error) {
      if (!(error instanceof InvalidRequest) || error.field !== "limit" || given || size === 0) {
        throw error;
      }
      // The plan has smaller pages: the server's own size then, until a page is empty, which costs nothing.
      size = 0;
      next = { ...next, limit: 0 };
      continue;
    }
    yield* answer.rows;
    const last = answer.rows.at(-1);
    if (last === undefined || answer.rows.length < size) {
      return;
    }
    const cursor = String(last.cursor);
    if (!Array.isArray(last.cursor) || cursor === seen || cursor === String(next.cursor)) {
      throw unexpected("its last cursor leads back to a page before", answer.requestId);
    }
    next = { ...next, cursor: last.cursor };
    ++pages;
    if ((pages & (pages - 1)) === 0) {  // kept longer and longer, so that a circle of any length comes back to it
      seen = cursor;
    }
  }
}
