interface Entry {
  cpid: string;
  replacedBy: string | null;
}

export interface Chain<Item extends Entry> {
  current: Item;
  earlier: Item[];
}

/** Groups the entries of a contract by replacement (rules/contracts.md#update-9), in the order of the first entries. */
export function chainEntries<Item extends Entry>(entries: readonly Item[]): Chain<Item>[] {
  const byKey = new Map(entries.map((entry) => [entry.cpid, entry]));
  const isReplacement = new Set(entries.map(({ replacedBy }) => replacedBy));
  const follow = (current: Item, earlier: Item[]): Chain<Item> => {
    const next = current.replacedBy === null ? undefined : byKey.get(current.replacedBy);
    return next === undefined ? { current, earlier } : follow(next, [current, ...earlier]);
  };
  return entries.filter(({ cpid }) => !isReplacement.has(cpid)).map((first) => follow(first, []));
}
