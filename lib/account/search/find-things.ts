import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import type { SearchScope } from "#lib/account/search/contract-sources.ts";
import { correct } from "#lib/account/search/correct.ts";
import { gatherFor, gatherOwn, gatherSubjects } from "#lib/account/search/gather.ts";
import { isTraffic } from "#lib/account/search/sources.ts";
import type { Named, SearchKind } from "#lib/account/search/sources.ts";
import { isInScope, thingsOf } from "#lib/account/search/things.ts";
import type { FoundThing } from "#lib/account/search/things.ts";
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";
import { maskText } from "#lib/platform/log/mask.ts";

/** So many of the newest rows are looked through for a text that is too common to gather. */
const maxLooked = 2_000;
export interface FoundThingOfKind extends Omit<FoundThing, "isOwn"> {
  kind: SearchKind;
  /** True for the last of a kind of which there are more. */
  hasMore?: true;
}

type Asked = { most: number } & Pick<Named, "errorCodes">;

/** Things of each kind that contain the typed text, or what it is a misspelling of. */
export async function findAllThings(
  kinds: readonly SearchKind[],
  typed: string,
  scope: SearchScope,
  asked: Asked,
): Promise<FoundThingOfKind[]> {
  if (fragmentsOf(typed).length === 0) return [];
  const found = await findContaining(kinds, typed, scope, asked);
  const corrected = found.length === 0 ? await correct(typed, scope) : undefined;
  return corrected === undefined ? found : findContaining(kinds, corrected, scope, asked);
}

async function findContaining(
  kinds: readonly SearchKind[],
  typed: string,
  scope: SearchScope,
  { most, errorCodes }: Asked,
): Promise<FoundThingOfKind[]> {
  const subjects = kinds.some(isTraffic) ? await gatherSubjects(typed, scope) : undefined;
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const things = await findThings(kind, typed, scope, most, { errorCodes: errorCodes ?? [], subjects });
      return firstOf(things, typed, most).map(({ isOwn: _isOwn, ...thing }, place) => ({
        ...thing,
        kind,
        ...(place === most - 1 && things.length > most && { hasMore: true as const }),
      }));
    }),
  );
  return found.flat();
}

/** The things whose own name is the text go first, then those whose own name contains it; whole words go before parts of words. */
function firstOf(things: readonly FoundThing[], typed: string, most: number): FoundThing[] {
  const place = ({ title, hint, isOwn }: FoundThing) => {
    if (foldText(title) === foldText(typed)) return 0;
    const isPart = !hasWords(`${title} ${hint}`, typed);
    return 1 + (isOwn ? 0 : 2) + (isPart ? 1 : 0);
  };
  return things.toSorted((one, other) => place(one) - place(other)).slice(0, most);
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}\p{M}]+/u).map(foldText);

function hasWords(text: string, typed: string): boolean {
  const words = new Set(wordsIn(text));
  return wordsIn(typed).every((word) => word === "" || words.has(word));
}

/** Some things of a kind that contain the typed text, newest first, with those whose own name contains it (rules/search.md#find-10, #find-14). */
async function findThings(kind: SearchKind, typed: string, scope: SearchScope, most: number, named?: Named): Promise<FoundThing[]> {
  const [{ table, key, keys, isCut, matches }, own] = await Promise.all([
    gatherFor(kind, typed, scope, named),
    gatherOwn(kind, typed, scope),
  ]);
  const ofKey = sql.raw(`r.${key}`);
  // Keys begin with a time, but for those of rental companies, of which there are few.
  const newestOf = (some: readonly string[]) => (kind === "renters" ? [...some] : some.toSorted().toReversed().slice(0, maxRanked(most)));
  const looked = sql`
    ${ofKey} = any(array(
      select ${ofKey} from (select * from ${sql.raw(table)} r where ${isInScope(kind, scope)} order by ${sql.raw(key)} desc limit ${sql.raw(String(maxLooked))}) r
      where ${matches} limit ${sql.raw(String(most + 1))}))`;
  // Traffic of all worlds has no order of its own.
  const isFound =
    isCut && !(scope === "everywhere" && kind !== "contracts" && kind !== "claims" && kind !== "products") ? looked : undefined;
  const ownNewest = newestOf(own);
  const newest = [...new Set([...ownNewest, ...newestOf(keys)])];
  const condition = sql`(${ofKey} = any(${sql.param(newest)}::text[]) ${isFound === undefined ? sql`` : sql`or ${isFound}`})`;
  const rows = await read(statementOf(kind, typed, scope, { condition, own: ownNewest, key: ofKey, most }));
  return kind === "calls" ? rows.map((row) => ({ ...row, title: maskText(row.title).text })) : rows;
}

/** So many are read, of which the first are shown. */
const maxRanked = (most: number) => Math.max(40, 4 * most);

function statementOf(
  kind: SearchKind,
  typed: string,
  scope: SearchScope,
  { condition, own, key, most }: { condition: SQL; own: readonly string[]; key: SQL; most: number },
): SQL {
  const { from, columns, at } = thingsOf[kind](typed);
  const owner = kind === "renters" ? sql`'' as partner, null as environment` : sql`w.partner, w.environment`;
  const isOwn = sql`${key} = any(${sql.param([...own])}::text[])`;
  // In a world each, since the keys of calls begin with it.
  const worlds =
    kind === "renters"
      ? sql``
      : sql`join (select w.id, w.environment, p.name as partner from worlds w join partners p on p.id = w.partner_id) w on w.id = r.world_id`;
  return sql`
    select ${columns}, ${owner}, ${isOwn} as "isOwn" from ${from} ${worlds} where ${condition} and ${isInScope(kind, scope)}
    order by ${isOwn} desc, ${at} desc limit ${sql.raw(String(maxRanked(most)))}`;
}

async function read(statement: SQL): Promise<FoundThing[]> {
  return readOnReplica((pool) => runUnprepared<FoundThing>(pool, statement));
}
