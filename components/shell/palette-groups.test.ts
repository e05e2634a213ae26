import { describe, expect, test } from "vitest";
import { coverDays } from "#components/contracts/cover-days.ts";
import { searchEntries } from "#components/docs/reference/search-entries.ts";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { pagesOf } from "#components/shell/pages-of.ts";
import { groupsFor } from "#components/shell/palette-groups.ts";
import type { LookUp, PaletteEntry } from "#components/shell/palette-groups.ts";
import { paletteActions } from "#components/shell/use-palette-actions.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import { startOfDay } from "#lib/platform/time/calendar.ts";

const nothing = () => undefined;
const dayIn = (language: Language) => (at: Date, options: object) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr", { ...options, timeZone: "Europe/Paris" }).format(at);

/** The entries that the palette offers an owner or the support, in their order. */
function entriesFor(
  typed: string,
  language: Language,
  {
    items = [],
    docs = [],
    lookUp = "development",
    sendsMail = true,
  }: { items?: readonly FoundItem[]; docs?: readonly DocsEntry[]; lookUp?: Exclude<LookUp, "none">; sendsMail?: boolean } = {},
): PaletteEntry[] {
  const { shell } = messages[language];
  const say = (word: string) => word.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], shell) as string;
  const viewer = lookUp === "support" ? { user: { role: lookUp } } : { user: { role: "owner" as const }, environment: lookUp };
  const pages = pagesOf(viewer, language);
  const deeds = { language, setLanguage: nothing, setTheme: nothing, sendTestEvent: nothing };
  const actions = paletteActions(say, { lookUp, pages, sendsMail }, deeds);
  const groups = groupsFor(typed, {
    items,
    pages,
    actions,
    docs,
    nameOfKind: (kind) => kind,
    nameOfEnvironment: (environment) => shell.environments[environment],
    nameOfField: (field) => field,
    nameOfList: (area, title) => `${area}${shell.palette.joined}${title}`,
    nameOfCover: (cover) => coverDays(new Date(cover[0]), new Date(cover[1]), dayIn(language)),
    nameOfDay: (day) => dayInParis(startOfDay(day, "Europe/Paris"), language),
    today: "2026-11-28",
    nameOfAll: (kind) => shell.palette.all[kind].replace("{text}", typed),
  });
  return groups.flatMap(({ entries }) => entries);
}

const offer = (...asked: Parameters<typeof entriesFor>) => entriesFor(...asked).map(({ title }) => title);

// rules/search.md#palette-1
describe.each(["en", "fr"] as const)("in %s, an action is found by the words that people use in either language", (language) => {
  const { themes, signOut, palette } = messages[language].shell;
  test.each([
    ["rotate key", palette.do.rotateKey],
    ["rotate my key", palette.do.rotateKey],
    ["how do I rotate my key", palette.do.rotateKey],
    ["regenerate", palette.do.rotateKey],
    ["roll key", palette.do.rotateKey],
    ["renouveler ma clé", palette.do.rotateKey],
    ["revoke", palette.do.revokeKey],
    ["révoquer une clé", palette.do.revokeKey],
    ["inviter un collègue", palette.do.invite],
    ["inviter un collegue", palette.do.invite],
    ["comment inviter une collègue ?", palette.do.invite],
    ["invite a colleague", palette.do.invite],
    ["log out", signOut],
    ["déconnexion", signOut],
    ["se déconnecter", signOut],
    ["mot de passe", palette.do.changePassword],
    ["changer mon mot de passe", palette.do.changePassword],
    ["where is the password", palette.do.changePassword],
    ["2fa", palette.do.secondFactor],
    ["dark", themes.dark],
    ["sombre", themes.dark],
    ["le mode sombre", themes.dark],
  ])("%s", (typed, title) => {
    expect(offer(typed, language)).toContain(title);
  });
});

// rules/search.md#palette-1
describe.each(["en", "fr"] as const)("in %s, the page that a question is about goes first", (language) => {
  const { shell, calls } = messages[language];
  const errors = `${shell.items.calls}${shell.palette.joined}${calls.errorCounts.title}`;
  test.each([
    ["why was my call refused", errors],
    ["pourquoi mon appel a été refusé ?", errors],
    ["renouvelé", shell.items.renewals],
    ["renewed", shell.items.renewals],
  ])("%s", (typed, title) => {
    expect(offer(typed, language)[0]).toBe(title);
  });
});

// rules/search.md#palette-1
test.each(["otate", "ebhook", "rtt ky", "zzzzz", "invi zzzz"])("letters within words find nothing: %s", (typed) => {
  expect(offer(typed, "en")).toEqual([]);
});

// rules/search.md#palette-1
test("a typing error is forgiven only where nothing else is found", () => {
  const { palette } = messages.en.shell;
  expect(offer("pasword", "en")).toContain(palette.do.changePassword);
  expect(offer("how do I roatte my key", "en")).toEqual([palette.do.rotateKey]);
  expect(offer("contarcts", "en")).toEqual(["Contracts"]);
  const webhook: FoundItem = { kind: "webhooks", title: "Pasword service", hint: "", href: "/development/webhooks/whk_1" };
  expect(offer("pasword", "en", { items: [webhook] })).toEqual(["Pasword service"]);
});

// rules/search.md#palette-1
test.each(["renewed", "contract renewed", "renouvelé", "renouvele", "contrat renouvelé", "v2.contract.renewed"])(
  "%s finds the events of renewed contracts, in both languages",
  (typed) => {
    for (const language of ["en", "fr"] as const) {
      expect(entriesFor(typed, language, { docs: searchEntries(language) })).toContainEqual(
        expect.objectContaining({ title: "v2.contract.renewed", to: "/development/events?eventType=v2.contract.renewed" }),
      );
    }
  },
);

// rules/search.md#find-8
test("what is found says its environment in the language of the page", () => {
  const items: FoundItem[] = [{ kind: "claims", title: "CLM-100001", hint: "Rivage", environment: "development", href: "/c" }];
  expect(entriesFor("CLM-100001", "fr", { items })[0]?.hint).toBe("claims · Rivage · Développement");
});

test("few letters that an identifier contains by chance are behind the documentation", () => {
  const docs: DocsEntry[] = [{ kind: "page", title: "Install", hint: "", href: "/docs/install", words: "php" }];
  const found = (field: FoundItem["field"]) => ({
    items: [{ kind: "contracts", title: "Lundi 27", hint: "", href: "/c", field }] as FoundItem[],
    docs,
  });
  expect(offer("php", "en", found("id"))).toEqual(["Install", "Lundi 27"]);
  expect(offer("php", "en", found("userName"))).toEqual(["Lundi 27", "Install"]);
});

// rules/search.md#find-8
test("a contract that is found says its status, and its days as the lists have them", () => {
  const items: FoundItem[] = [
    {
      ...{ kind: "contracts", title: "Lundi 27", hint: "Louis Faure", status: "cancel", field: "name", href: "/c" },
      cover: ["2026-11-27T10:00:00Z", "2026-12-01T10:00:00Z"],
    },
  ];
  expect(entriesFor("faure", "en", { items })[0]).toMatchObject({
    status: "cancel",
    hint: "contracts · 27 Nov – 1 Dec 2026 · Louis Faure · name",
  });
  expect(entriesFor("faure", "fr", { items })[0]?.hint).toBe("contracts · 27 nov. – 1er déc. 2026 · Louis Faure · name");
});

// rules/search.md#palette-2
test("the contracts of which only the first are shown are followed by a line that leads to all of them, in both languages", () => {
  const contract = (id: number) => ({ kind: "contracts", title: `Lundi ${id}`, hint: "", field: "company", href: `/c/${id}` }) as const;
  const all = (typed: string, language: Language, items: readonly FoundItem[]) =>
    entriesFor(typed, language, { items }).filter(({ to }) => typeof to === "string" && to.startsWith("/development/"));
  const cut: FoundItem[] = [contract(1), { ...contract(2), hasMore: true }];
  const to = "/development/contracts?search=le+fort";
  expect(all("le fort", "en", cut)).toMatchObject([{ title: "All contracts with “le fort”", to }]);
  expect(all("le fort", "fr", cut)).toMatchObject([{ title: "Tous les contrats avec «\u00A0le fort\u00A0»", to }]);
  expect(all("le fort", "en", [contract(1), contract(2)])).toEqual([]);
});

// rules/search.md#palette-2
test("the webhooks that are cut off are on their page, and the people in the look-up, in both languages", () => {
  const cut = (kind: "webhooks" | "people"): FoundItem[] => [{ kind, title: "Nord", hint: "", href: "/n", hasMore: true }];
  for (const [language, title] of [
    ["en", "All webhooks"],
    ["fr", "Tous les webhooks"],
  ] as const) {
    expect(entriesFor("nord", language, { items: cut("webhooks") }).slice(1)).toMatchObject([{ title, to: "/development/webhooks" }]);
    const { anything } = messages[language].shell.palette.all;
    expect(entriesFor("nord", language, { items: cut("people"), lookUp: "support" }).slice(1)).toMatchObject([
      { title: anything.replace("{text}", "nord"), to: "/support/lookup?q=nord" },
    ]);
  }
});

// rules/search.md#palette-2
describe("the name of a state or type leads to the list that it narrows, before all actions", () => {
  test.each([
    ["stolen", "en", "Claims: Theft", "/development/claims?type=theft"],
    ["vélo volé", "en", "Claims: Theft", "/development/claims?type=theft"],
    ["vélo volé", "fr", "Sinistres\u00A0: Vol", "/development/claims?type=theft"],
    ["failed webhooks", "en", "Deliveries: Failed", "/development/deliveries?status=failed"],
    ["failed deliveries", "fr", "Livraisons\u00A0: Échouée", "/development/deliveries?status=failed"],
    ["cancelled contracts", "en", "Contracts: Cancelled", "/development/contracts?status=cancel"],
    ["annuler un contrat", "fr", "Contrats\u00A0: Annulé", "/development/contracts?status=cancel"],
    ["open claims", "en", "Claims: Open", "/development/claims?status=submitted%2Cin_progress%2Cpending_info"],
    ["sinistres en cours", "fr", "Sinistres\u00A0: En cours", "/development/claims?status=in_progress"],
    ["refused claims", "en", "Claims: Rejected", "/development/claims?status=rejected"],
  ] as const)("%s (%s)", (typed, language, title, to) => {
    expect(entriesFor(typed, language)[0]).toMatchObject({ title, to });
  });

  test("and a word that names neither a list nor a state offers none", () => {
    for (const typed of ["failed bananas", "cancelled webhooks contracts", "open zzzz"]) {
      expect(entriesFor(typed, "en").filter(({ to }) => typeof to === "string" && to.includes("?"))).toEqual([]);
    }
  });
});

// rules/search.md#palette-3
test("a date leads to the calls, contracts and claims of that day in Paris, in both languages", () => {
  const summer = "from=2026-07-31T22%3A00%3A00.000Z&to=2026-08-01T22%3A00%3A00.000Z";
  const to = ["calls", "contracts", "claims"].map((list) => `/development/${list}?${summer}`);
  for (const [typed, language, titles] of [
    ["2026-08-01", "en", ["Calls: 1 August 2026", "Contracts: 1 August 2026", "Claims: 1 August 2026"]],
    ["1 aug", "fr", ["Appels\u00A0: 1er août 2026", "Contrats\u00A0: 1er août 2026", "Sinistres\u00A0: 1er août 2026"]],
  ] as const) {
    expect(entriesFor(typed, language)).toEqual(titles.map((title, place) => ({ title, icon: "go", to: to[place] })));
  }
  const day = "from=2026-10-24T22%3A00%3A00.000Z&to=2026-10-25T23%3A00%3A00.000Z";
  expect(entriesFor("25/10/2026", "en")[0]?.to).toBe(`/development/calls?${day}`);
  expect(entriesFor("2026-08-01", "en", { lookUp: "support" })).toEqual([]);
});

// rules/search.md#palette-1
test("a page that has the typed word goes before things that only contain it, and not before a thing that is called so", () => {
  const shop = (title: string): FoundItem => ({ kind: "renters", title, hint: "", href: "/r", field: "company" });
  expect(offer("facture", "fr", { items: [shop("Manufacture des cycles")] })).toEqual(["Relevés", "Manufacture des cycles"]);
  expect(offer("contracts", "en", { items: [shop("Contracts and bikes")] }).slice(0, 2)).toEqual(["Contracts", "Contracts and bikes"]);
  expect(offer("contracts", "en", { items: [shop("Contracts")] })[0]).toBe("Contracts");
  expect(entriesFor("contracts", "en", { items: [shop("Contracts")] })[0]?.to).toBe("/r");
});

// rules/search.md#palette-1
test("a whole number goes before longer numbers that begin with it", () => {
  const found = offer("401", "en", { docs: searchEntries("en") });
  expect(found[0]).toMatch(/^900\d/);
  expect(found.findIndex((title) => title.startsWith("4010"))).toBeGreaterThan(found.findIndex((title) => title.startsWith("9001")));
});

// rules/search.md#palette-2
describe.each(["en", "fr"] as const)("in %s, what exists in one environment only is found in both", (language) => {
  const { palette, items } = messages[language].shell;
  test.each(["rotate key", "roll key", "regenerate key", "renouveler la clé"])("Production: %s", (typed) => {
    expect(entriesFor(typed, language, { lookUp: "production" })[0]).toMatchObject({
      title: palette.do.regenerateProductionKey,
      hint: palette.bySupport,
      to: "/production/keys",
    });
  });
  test.each(["sandbox", "clock", "bac à sable"])("Production: %s", (typed) => {
    const sandbox = expect.objectContaining({ title: items.sandbox, hint: expect.any(String), to: "/development/sandbox" });
    expect(entriesFor(typed, language, { lookUp: "production" })).toContainEqual(sandbox);
  });
});

// rules/search.md#palette-2
test("an invitation is offered only by an installation that sends e-mail; the page of the team is found without it", () => {
  for (const language of ["en", "fr"] as const) {
    const { palette } = messages[language].shell;
    expect(offer("invite", language, { sendsMail: true })).toContain(palette.do.invite);
    expect(offer("invite", language, { sendsMail: false })).toEqual([expect.stringContaining(messages[language].settings.tabs.team)]);
  }
});

test("French titles of pages have a no-break space before the colon", () => {
  expect(offer("équipe", "fr")).toContain("Paramètres\u00A0: Équipe");
  const pages = pagesOf({ user: { role: "owner" }, environment: "development" }, "fr");
  expect(pages.filter(({ title }) => /(?<!\u00A0):/.test(title))).toEqual([]);
});
