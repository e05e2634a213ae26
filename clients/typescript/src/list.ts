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

/** A list that is paged by how many items to skip. What a newer item pushes onto the next page meanwhile comes once. */
export function listBySkipping<Item>(
  { skip = 0, limit: wanted = longestPage }: { skip?: number | undefined; limit?: number | undefined },
  load: (page: { skip: number; limit: number }) => Promise<Item[]>,
  idOf: (item: Item) => string,
): List<Item> {
  const limit = Math.min(longestPage, Math.max(1, wanted));
  return new List(async function* pages() {
    let before = new Set<string>();
    for (let from = skip; ; from += limit) {
      const page = await load({ skip: from, limit });
      const known = before;
      yield page.filter((item) => !known.has(idOf(item)));
      if (page.length < limit) return;
      before = new Set(page.map(idOf));
    }
  });
}
