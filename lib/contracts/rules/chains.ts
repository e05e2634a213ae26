interface Entry {
  cpid: string;
  replacedBy: string | null;
}

/** A product of a contract through its changes: what it is now, and the entries that it replaced, the latest first. */
export interface Chain<Item extends Entry> {
  current: Item;
  earlier: Item[];
}

/**
 * The entries of a contract by what became of them: an amended product is replaced by a new entry (resolutions.md § 3, Update).
 * In the order of the first entries, as the contract has them.
 */
export function chainEntries<Item extends Entry>(entries: readonly Item[]): Chain<Item>[] {
  const byKey = new Map(entries.map((entry) => [entry.cpid, entry]));
  const isReplacement = new Set(entries.map(({ replacedBy }) => replacedBy));
  const follow = (current: Item, earlier: Item[]): Chain<Item> => {
    const next = current.replacedBy === null ? undefined : byKey.get(current.replacedBy);
    return next === undefined ? { current, earlier } : follow(next, [current, ...earlier]);
  };
  return entries.filter(({ cpid }) => !isReplacement.has(cpid)).map((first) => follow(first, []));
}
