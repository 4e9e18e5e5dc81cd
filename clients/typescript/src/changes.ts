/** What has changed since a generation. */

import { isObject, isRows } from "./answer.js";
import { unexpected } from "./errors.js";
import type { Reply } from "./transport.js";
import type { ChangeRow } from "./types.js";

/** An async iterable over the rows of all pages. */
export class Changes implements AsyncIterable<ChangeRow> {
  /** The generation to which they lead; "" until all rows were given: a walk that ends early must not pass for a whole one. */
  until = "";

  constructor(private readonly ask: (cursor: string | undefined) => Promise<Reply>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<ChangeRow> {
    for (let cursor: string | undefined; ;) {
      const { body, requestId } = await this.ask(cursor);
      if (!isObject(body) || !isRows(body.data) || typeof body.until !== "string") {
        throw unexpected("expected changes", requestId);
      }
      yield* body.data as unknown as ChangeRow[];
      if (body.more !== true) {
        this.until = body.until;
        return;
      }
      if (typeof body.cursor !== "string" || (cursor !== undefined && body.cursor <= cursor)) {  // cursors ascend
        throw unexpected("its cursor leads back to a page before", requestId);
      }
      cursor = body.cursor;
    }
  }
}
