import { beforeAll, expect, inject, test } from "vitest";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { pagesOf } from "#components/shell/pages-of.ts";
import { groupsFor } from "#components/shell/palette-groups.ts";
import type { PaletteEntry } from "#components/shell/palette-groups.ts";
import { paletteActions } from "#components/shell/use-palette-actions.ts";
import { sql } from "#db/client.ts";
import { paletteQueries } from "#e2e/api/palette-queries.ts";
import type { Asking } from "#e2e/api/palette-queries.ts";
import { makePortalWorld, makeVisitors } from "#e2e/api/portal-world.ts";
import type { PortalWorld } from "#e2e/api/portal-world.ts";
import { proceduresWith } from "#e2e/setup/procedures.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { languageCookie } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import { dateOf, insurerZone, startOfDay } from "#lib/platform/time/calendar.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const as = {
  owner: { role: "owner", lookUp: "development" },
  member: { role: "member", lookUp: "development" },
  support: { role: "support", lookUp: "support" },
  handler: { role: "handler", lookUp: "support" },
} as const;

let world: PortalWorld;
let cookies: Awaited<ReturnType<typeof makeVisitors>>;
const docs = { en: [] as DocsEntry[], fr: [] as DocsEntry[] };
/** The values of the names in queries: `{cid}`. */
let names: Record<string, string>;

beforeAll(async () => {
  world = await makePortalWorld();
  await indexNow();
  cookies = await makeVisitors(world);
  const { ids, partner } = world;
  const [row] = await sql<Record<string, string>[]>`
    select c.claim_id as number, r.company ->> 'company_name' as company, p.name as partner, u.name as person, u.email, k.preview,
      i.id as "productRow", i.title as product, (select min(cpid) from contract_products where cid = ${ids["cid"] ?? ""}) as cpid,
      (select min(data ->> 'product_marked') from contract_products where cid = ${ids["cid"] ?? ""}) as marking
    from claims c, renters r, partners p, users u, api_keys k, products i
    where c.id = ${ids["claimId"] ?? ""} and r.uid = ${ids["uid"] ?? ""} and p.id = ${partner.id} and u.id = ${ids["userId"] ?? ""}
      and k.id = ${ids["keyId"] ?? ""} and i.uid = ${ids["productId"] ?? ""} and i.world_id = ${world.world.id}`;
  names = { ...ids, ...row, digits: row?.["number"]?.replace("CLM-", "") ?? "" };
  for (const language of ["en", "fr"] as const) {
    const response = await fetch(new URL(`/docs/search.json?language=${language}`, inject("baseUrl")));
    docs[language] = (await response.json()) as DocsEntry[];
  }
});

const spelled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);

/** Staff find what other tests make, which may contain any text. */
const isOfWorld = ({ kind, field, title, hint }: FoundItem) =>
  field === undefined || (kind === "renters" ? title === names["company"] : hint.includes(names["partner"] ?? ""));

/** Returns the palette's entries, first to last, as the browser combines them. */
async function offer({ viewer, language }: Asking, typed: string): Promise<PaletteEntry[]> {
  const { role, lookUp } = as[viewer];
  const { shell } = messages[language];
  const term = spelled(typed).trim();
  const procedures = proceduresWith(inject("baseUrl"), cookies[viewer]);
  const found =
    term.length < 2
      ? []
      : lookUp === "support"
        ? (await procedures.console.lookUp.search.query({ term })).filter(isOfWorld)
        : await procedures.search.find.query({ environment: lookUp, term });
  const pages = pagesOf({ user: { role }, ...(lookUp !== "support" && { environment: lookUp }) }, language);
  const say = (word: string) => word.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], shell) as string;
  const actions = paletteActions(say, { lookUp, pages, sendsMail: true }, deeds(language));
  const nameOfKind = (kind: keyof typeof shell.palette.kindsOfThings) => shell.palette.kindsOfThings[kind];
  const nameOfField = (field: keyof typeof shell.palette.fields) => shell.palette.fields[field];
  const nameOfEnvironment = (environment: keyof typeof shell.environments) => shell.environments[environment];
  const nameOfAll = (kind: keyof typeof shell.palette.all) => shell.palette.all[kind].replace("{text}", term);
  const nameOfList = (area: string, title: string) => `${area}${shell.palette.joined}${title}`;
  const sayings = {
    nameOfList,
    nameOfKind,
    nameOfEnvironment,
    nameOfField,
    nameOfAll,
    nameOfDay: (day: string) => dayInParis(startOfDay(day, insurerZone), language),
    today: dateOf(currentTime(), insurerZone),
    nameOfCover: (cover: readonly string[]) => cover.join(" – "),
  };
  return groupsFor(term, { items: found, pages, actions, docs: docs[language], ...sayings }).flatMap(({ entries }) => entries);
}

const nothing = () => undefined;
const deeds = (language: string) => ({ language, setLanguage: nothing, setTheme: nothing, sendTestEvent: nothing });

const describeEntry = (entry: PaletteEntry | undefined) => (entry === undefined ? "nothing" : `${entry.icon}: ${entry.title}`);

test.each(paletteQueries)(
  "$viewer in $language: what is typed finds first what is meant, and all that is offered opens",
  async (asking) => {
    const answers: [string, string][] = [];
    const addresses = new Set<string>();
    for (const [typed] of asking.queries) {
      const offered = await offer(asking, typed);
      answers.push([typed, describeEntry(offered[0])]);
      for (const { to } of offered) if (typeof to === "string") addresses.add(to);
    }
    expect(answers).toEqual(asking.queries.map(([typed, first]) => [typed, spelled(first)]));
    const cookie = `${cookies[asking.viewer]}; ${languageCookie}=${asking.language}`;
    const closed: string[] = [];
    for (const [path = "", group] of Map.groupBy(addresses, (address) => address.split("#")[0])) {
      const response = await fetch(new URL(path, inject("baseUrl")), { headers: { cookie }, redirect: "manual" });
      const html = await response.text();
      const anchors = group.map((address) => address.split("#")[1]).filter((anchor) => anchor !== undefined);
      if (response.status !== 200) closed.push(`${response.status} ${path}`);
      for (const anchor of anchors) if (!html.includes(`id="${anchor}"`)) closed.push(`${path} without #${anchor}`);
    }
    expect(closed).toEqual([]);
  },
);
