import { beforeAll, expect, inject, test } from "vitest";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { groupsFor, makeSearch } from "#components/palette/palette-groups.ts";
import type { PaletteEntry } from "#components/palette/palette-groups.ts";
import { paletteActions } from "#components/palette/use-palette-actions.ts";
import { pagesOf } from "#components/shell/pages-of.ts";
import { sql } from "#db/client.ts";
import { makePortalWorld, makeVisitors } from "#e2e/api/portal-world.ts";
import type { PortalWorld } from "#e2e/api/portal-world.ts";
import { proceduresWith } from "#e2e/setup/procedures.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { languageCookie } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const as = {
  owner: { role: "owner", lookUp: "development" },
  member: { role: "member", lookUp: "development" },
  support: { role: "support", lookUp: "support" },
  handler: { role: "handler", lookUp: "support" },
} as const;

interface Asking {
  viewer: keyof typeof as;
  language: Language;
  /** The first entry, and the texts that find it; `{cid}` and the like belong to the test's world. What else is offered is tested where the palette is. */
  firsts: Record<string, string>;
}

const asked: readonly Asking[] = [
  {
    ...{ viewer: "owner", language: "en" },
    firsts: {
      "go: Calls: 12 November 2026": "2026-11-12",
      "action: Regenerate the Development key": "how do I rotate my key",
      "error: 1051 the contract does not exist": "error 1051 | 1051",
      "contracts: {cid}": "{cid}",
      "contracts: {cpid}": "{cpid}",
      "contracts: Moustache Lundi 27 · {marking}": "martin",
      "renewals: {arid}": "{arid}",
      "claims: {claimId}": "{claimId}",
      "claims: {documentId}": "{documentId}",
      "claims: {number}": "{number} | {digits}",
      "calls: {executionId}": "{executionId}",
      "calls: POST /v2/contracts": "POST /contracts",
      "events: {eventId}": "{eventId}",
      "deliveries: {deliveryId}": "{deliveryId}",
      "webhooks: {webhookId}": "{webhookId}",
      "webhooks: Back office of its owner": "Back office | back | office own",
      "keys: {keyId}": "{keyId}",
      "products: {productRow}": "{productRow}",
      "products: {productId}": "{productId}",
      "products: {product}": "{product}",
      "products: City bike": "city b",
      "renters: {uid}": "{uid}",
      "renters: {company}": "{company}",
      "go: Claims": "claims | cla",
      "go: Claims: Theft": "stolen",
      "go: Contracts": "contracts | con",
      "page: Verify the sender": "verify a signature",
      "operation: Delete a product": "delete a product",
      nothing: "zzzz | ffice | contract zzzz | {number}0 | CLM-999999 | % | '",
    },
  },
  {
    ...{ viewer: "member", language: "en" },
    firsts: {
      "go: Contracts: 12 November 2026": "12 nov 2026",
      "contracts: {cid}": "{cid}",
      "claims: {number}": "{number}",
      "renters: {company}": "{company}",
      "go: Settings: Profile": "profile",
      nothing: "{executionId} | {webhookId} | {keyId}",
    },
  },
  {
    ...{ viewer: "owner", language: "fr" },
    firsts: {
      "go: Appels\u00A0: 1er novembre 2026": "1er novembre 2026",
      "go: Sinistres": "sinistre",
      "action: Changer de mot de passe": "comment changer mon mot de passe",
      "page: Nouvelles tentatives": "nouvelles tentatives",
    },
  },
  {
    ...{ viewer: "support", language: "en" },
    firsts: {
      "partners: {partner}": "{partnerId} | {partner}",
      "people: {person}": "{email} | {userId}",
      "renters: {company}": "{uid} | {company}",
      "contracts: {cid}": "{cid}",
      "claims: {number}": "{number} | {digits} | {claimId}",
      "calls: {executionId}": "{executionId}",
      "webhooks: {webhookId}": "{webhookId}",
      "deliveries: {deliveryId}": "{deliveryId}",
      "events: {eventId}": "{eventId}",
      "keys: {keyId}": "{keyId} | {preview}",
      "renewals: {arid}": "{arid}",
      "products: {productRow}": "{productRow}",
      "go: Partners": "partners",
      "go: Audit log": "audit",
    },
  },
  {
    ...{ viewer: "handler", language: "en" },
    firsts: {
      "claims: {number}": "{number} | {digits} | {claimId}",
      "partners: {partner}": "{partnerId}",
      "people: {person}": "{email}",
      "contracts: {cid}": "{cid}",
      "go: Payments": "payments",
    },
  },
];

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
  !field || (kind === "renters" ? title === names["company"] : hint.includes(names["partner"] ?? ""));

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
  const say = (key: string, { text } = { text: "" }) =>
    String(key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], shell)).replace("{text}", text);
  const actions = paletteActions(say, { lookUp, pages, sendsMail: true }, deeds(language));
  const search = makeSearch(pages, actions, docs[language], say);
  const sources = { items: found, pages, search, say, now: currentTime() };
  const formats = { nameOfCover: (cover: readonly string[]) => cover.join(" – "), nameOfDay: (start: Date) => dayInParis(start, language) };
  return groupsFor(term, { ...sources, ...formats }).flatMap(({ entries }) => entries);
}

const nothing = () => undefined;
const deeds = (language: string) => ({ language, setLanguage: nothing, setTheme: nothing, sendTestEvent: nothing });

const describeEntry = (entry: PaletteEntry | undefined) => (entry === undefined ? "nothing" : `${entry.icon}: ${entry.title}`);

test.each(asked)("$viewer in $language: what is typed finds first what is meant, and all that is offered opens", async (asking) => {
  const answers: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  const addresses = new Set<string>();
  for (const [first, texts] of Object.entries(asking.firsts)) {
    for (const typed of texts.split(" | ")) {
      const offered = await offer(asking, typed);
      answers[typed] = describeEntry(offered[0]);
      wanted[typed] = spelled(first);
      for (const { to } of offered) if (typeof to === "string") addresses.add(to);
    }
  }
  expect(answers).toEqual(wanted);
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
});
