/** The items of a list, newest first, loaded page by page as they are asked for: `for await (const contract of covergate.contracts.list({ uid }))`. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #pages: () => AsyncGenerator<Item[]>;

  constructor(pages: () => AsyncGenerator<Item[]>) {
    this.#pages = pages;
  }

  pages(): AsyncGenerator<Item[]> {
    return this.#pages();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.#pages()) yield* page;
  }

  /** The first items, at most so many. */
  async take(count: number): Promise<Item[]> {
    const items: Item[] = [];
    if (count <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= count) break;
    }
    return items;
  }
}

/** The API gives no more at once. */
export const longestPage = 100;

interface Start {
  skip?: number;
  after?: string;
}

/** A list whose pages go on after the last item of the one before, so that a loop may delete what it lists. */
export function listByNext<Item>(
  { skip, after, limit = longestPage }: { [Name in keyof Start]: Start[Name] | undefined } & { limit?: number | undefined },
  load: (page: Start & { limit: number }) => PromiseLike<{ items: Item[]; next: string | null }>,
): List<Item> {
  return new List(async function* pages() {
    let start: Start = { ...(skip !== undefined && { skip }), ...(after !== undefined && { after }) };
    for (;;) {
      const { items, next } = await load({ ...start, limit: Math.min(longestPage, Math.max(1, limit)) });
      yield items;
      if (next === null) return;
      start = { after: next };
    }
  });
}
