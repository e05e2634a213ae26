import { describe, expect, test } from "vitest";
import { coverDays } from "#components/contracts/cover-period.tsx";
import { searchEntries } from "#components/docs/reference/search-entries.ts";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { groupsFor, makeSearch } from "#components/palette/palette-groups.ts";
import type { LookUp, PaletteEntry } from "#components/palette/palette-groups.ts";
import { paletteActions } from "#components/palette/use-palette-actions.ts";
import { pagesOf } from "#components/shell/pages-of.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import type { Role } from "#lib/platform/roles.ts";

const nothing = () => undefined;
const dayIn = (language: Language) => (at: Date, options: object) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr", { ...options, timeZone: "Europe/Paris" }).format(at);
const docsIn = { en: searchEntries("en"), fr: searchEntries("fr") };

interface Asking {
  language?: Language;
  items?: readonly FoundItem[];
  docs?: readonly DocsEntry[];
  lookUp?: Exclude<LookUp, "none">;
  role?: Role;
  sendsMail?: boolean;
}

/** The entries that the palette offers, in their order: in English, to an owner in Development, if nothing else is said. */
function entriesFor(typed: string, asking: Asking = {}): PaletteEntry[] {
  const { language = "en", items = [], docs = [], lookUp = "development", role = "owner", sendsMail = true } = asking;
  const { shell } = messages[language];
  const say = (key: string, { text } = { text: "" }) =>
    String(key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], shell)).replace("{text}", text);
  const pages = pagesOf({ user: { role }, ...(lookUp !== "support" && { environment: lookUp }) }, language);
  const deeds = { language, setLanguage: nothing, setTheme: nothing, sendTestEvent: nothing };
  const actions = paletteActions(say, { lookUp, pages, sendsMail }, deeds);
  const groups = groupsFor(typed, {
    ...{ items, pages, say, search: makeSearch(pages, actions, docs, say), now: new Date("2026-11-28T12:00:00Z") },
    nameOfCover: (cover) => coverDays(new Date(cover[0]), new Date(cover[1]), dayIn(language)),
    nameOfDay: (start) => dayInParis(start, language),
  });
  return groups.flatMap(({ entries }) => entries);
}

const offer = (typed: string, asking?: Asking) => entriesFor(typed, asking).map(({ title }) => title);
const describeEntry = (entry: PaletteEntry | undefined) => (entry === undefined ? "nothing" : `${entry.icon}: ${entry.title}`);

/** The first entry of the palette, where nothing else is found, and what people type for it. */
const firsts: readonly (readonly [asking: Asking, Record<string, string>])[] = [
  [
    {},
    {
      "action: Copy the API key": "copy key | token",
      "go: API keys": "api token | api keys | keys | key",
      "action: Reveal the API key": "reveal key",
      "action: Regenerate the Development key": "rotate key | regenerate | renouveler la clé | how do I rotate my key",
      "action: Revoke an API key": "revoke",
      "action: Invite a colleague": "inviter un collegue | invite | add user",
      "action: Change your password": "pasword | password | mot de passe",
      "action: Send a test event": "send test event",
      "action: Replay deliveries": "replay | resend",
      "action: Set up a second factor": "2fa | totp",
      "action: Sign out": "sign out | logout | déconnexion",
      "action: Dark": "dark mode | dark | DARK",
      "action: Switch to Production": "environment | switch | switch to production",
      "error: 1051 the contract does not exist": "contract does not exist | does not exist",
      "go: Statements": "invoices | statements",
      "go: Overview": "overview",
      "go: Ready for production": "ready | readiness | production",
      "go: Calls": "calls | call",
      "go: Webhooks": "webhooks | signature",
      "go: Deliveries": "deliv",
      "go: Sandbox": "sandbox",
      "go: Events": "events",
      "go: Contracts": "contracts | con",
      "go: Renewals": "renewals | renew",
      "go: Claims": "claims | cla",
      "go: Prices": "prices | price",
      "go: Products": "products",
      "go: Rental companies": "rental companies | rental",
      "go: Settings: Profile": "settings | profile",
      "go: Settings: Security": "security",
      "go: Settings: API integration": "integration",
      "action: Light": "light | theme",
      "action: Français": "français | francais | language",
      "action: New webhook": "new webhook",
      "page: Verify the sender": "verify | sender | verify a signature | hmac",
      "page: Retries": "retries | retries webhooks",
      "page: Duplicates and order": "duplicates",
      "page: Move the clock": "clock | move the clock",
      "page: Play the insurer": "insurer",
      "page: Start over": "start over",
      "page: Recover what you missed": "recover",
      "page: Test on your machine": "localhost | machine",
      "error: 422 this Idempotency-Key was used for another request": "idempotency",
      "page: Install": "install | php",
      "page: The command line": "typescript | command line",
      "page: Cursor": "cursor | mcp",
      "page: Claude Desktop": "claude",
      "page: Any other assistant": "assistant",
      "page: First contract": "first contract",
      "page: First claim": "first claim",
      "page: Attach a rental company": "attach",
      "page: Upload documents": "upload | document | documents",
      "go: Calls: Errors": "errors",
      "page: Create the contract": "create a contract | create contract",
      "page: Change a contract": "amend",
      "go: Contracts: Cancelled": "cancel",
      "go: Claims: Theft": "stolen",
      "go: Deliveries: Failed": "failed webhooks",
      "page: Get a price": "preview",
      "operation: List the cities of a zipcode": "zip",
      "operation: Suggest cities": "cities",
      "event: v2.contract.renewed": "contract.renewed | contract renewed",
      "go: Settings: The insured": "insured",
      "page: Make a link": "link",
      "page: Claim links": "claim links",
      nothing: "zzzz | qqqq | xyzzy | ffice | ebhook | house | contract zzzz | CLM-999999",
    },
  ],
  [
    { role: "member" },
    {
      "page: The request": "Back office",
      "page: Limits and the call log": "calls",
      "page: Create a key": "keys",
      "page: Create a webhook": "webhooks",
      "go: Claims": "claims",
      "page: Test in CI": "new webhook",
      "page: Ready for production": "integration",
      "go: Settings: Profile": "profile",
    },
  ],
  [
    { language: "fr" },
    {
      "go: Clés d’API": "clés | cles",
      "go: Sinistres": "sinistres | sinistre",
      "go: Vue d’ensemble": "vue",
      "action: Sombre": "sombre | dark",
      "action: Clair": "thème",
      "action: English": "english",
      "go: Webhooks": "signature",
      "action: Renvoyer des livraisons": "rejouer",
      "page: Nouvelles tentatives": "nouvelles tentatives",
      "go: Bac à sable": "bac à sable",
      "go: Relevés": "relevés | releves",
      "go: Loueurs": "loueurs",
      "go: Paramètres : Profil": "paramètres",
      "go: Livraisons": "livraisons",
      "page: Avancer l’horloge": "horloge",
      "action: Nouveau webhook": "nouveau webhook",
      "action: Passer en Production": "passer en production",
      "page: Premier contrat": "premier contrat",
      nothing: "zzzz",
      "action: Inviter un collègue": "invite colleague",
      "action: Changer de mot de passe": "comment changer mon mot de passe",
    },
  ],
  [
    { role: "support", lookUp: "support" },
    {
      "go: Partners": "partners",
      nothing: "staff | zzzz | xyzzy",
      "go: Audit log": "audit | audit log",
      "go: Look-up": "look-up | lookup",
      "go: Security": "security",
      "go: Payments": "payments",
      "go: Templates": "templates",
      "go: Statements": "statements",
      "go: Prices": "prices",
      "go: API keys": "keys",
      "go: Rental companies": "rental",
      "go: Settings: Profile": "settings",
      "action: Dark": "dark",
      "action: Français": "français",
      "page: Receive webhooks": "signature",
      "page: Test in CI": "new webhook",
      "page: The way back": "switch",
    },
  ],
  [
    { role: "handler", lookUp: "support" },
    {
      "go: Claims": "claims",
      "go: Payments": "payments",
      "page: At a glance": "partners",
      nothing: "staff | audit | zzzz",
      "go: Look-up": "look",
      "go: Templates": "templates",
      "action: Dark": "dark",
    },
  ],
];

// rules/search.md#palette-1
describe.each(firsts)("%o", ({ ...asking }, table) => {
  test.each(Object.entries(table))("%s is the first by %s", (first, texts) => {
    for (const typed of texts.split(" | ")) {
      expect(describeEntry(entriesFor(typed, { ...asking, docs: docsIn[asking.language ?? "en"] })[0]), typed).toBe(first);
    }
  });
});

// rules/search.md#palette-1
test.each(languages)("in %s, actions are found by the words of either language", (language) => {
  const { themes, signOut, palette } = messages[language].shell;
  for (const [title, texts] of [
    [palette.do.rotateKey, "rotate key | rotate my key | how do I rotate my key | regenerate | roll key | renouveler ma clé"],
    [palette.do.revokeKey, "revoke | révoquer une clé"],
    [palette.do.invite, "inviter un collègue | inviter un collegue | comment inviter une collègue ? | invite a colleague"],
    [signOut, "log out | déconnexion | se déconnecter"],
    [palette.do.changePassword, "mot de passe | changer mon mot de passe"],
    [palette.do.secondFactor, "2fa | double authentification"],
    [themes.dark, "dark | sombre | le mode sombre"],
  ] as const) {
    for (const typed of texts.split(" | ")) expect(offer(typed, { language })[0], typed).toBe(title);
  }
});

// rules/search.md#palette-1
test.each(["otate", "ebhook", "rtt ky", "zzzzz", "invi zzzz", "%", "<script>", "  -  "])(
  "letters within words find nothing: %s",
  (typed) => {
    expect(offer(typed)).toEqual([]);
  },
);

// rules/search.md#palette-1
test("a typing error is forgiven only where nothing else is found", () => {
  const { palette } = messages.en.shell;
  const isFound = (typed: string) => offer(typed).includes(palette.do.changePassword);
  expect(["pasword", "passsword", "pazsword", "passwrod", "passwordx"].filter((typed) => !isFound(typed))).toEqual([]);
  expect(["assword", "pswrd", "pasowrrd", "pazs"].filter(isFound)).toEqual([]);
  expect(offer("how do I roatte my key")).toEqual([palette.do.rotateKey]);
  expect(offer("contarcts")[0]).toBe("Contracts");
  const webhook: FoundItem = { kind: "webhooks", title: "Pasword service", hint: "", href: "/development/webhooks/whk_1" };
  expect(offer("pasword", { items: [webhook] })).toEqual(["Pasword service"]);
});

// rules/search.md#palette-1
test.each(["renewed", "contract renewed", "renouvelé", "renouvele", "contrat renouvelé", "v2.contract.renewed"])(
  "%s finds the events of renewed contracts, in both languages",
  (typed) => {
    const to = "/development/events?eventType=v2.contract.renewed";
    for (const language of languages) {
      const found = entriesFor(typed, { language, docs: docsIn[language] });
      expect(found).toContainEqual(expect.objectContaining({ title: "v2.contract.renewed", to }));
    }
  },
);

// rules/search.md#find-8
test("what is found says its environment in the language of the page", () => {
  const items: FoundItem[] = [{ kind: "claims", title: "CLM-100001", hint: "Rivage", environment: "development", href: "/c" }];
  expect(entriesFor("CLM-100001", { language: "fr", items })[0]?.hint).toBe("Sinistre · Rivage · Développement");
});

test("few letters that an identifier contains by chance are behind the documentation", () => {
  const docs: DocsEntry[] = [{ kind: "page", title: "Install", hint: "", href: "/docs/install", words: "php" }];
  const found = (field: FoundItem["field"]) => ({
    items: [{ kind: "contracts", title: "Lundi 27", hint: "", href: "/c", field }] as FoundItem[],
    docs,
  });
  expect(offer("php", found("id"))).toEqual(["Install", "Lundi 27"]);
  expect(offer("php", found("userName"))).toEqual(["Lundi 27", "Install"]);
});

// rules/search.md#find-8
test("a contract that is found says its status, and its days as the lists have them", () => {
  const items: FoundItem[] = [
    {
      ...{ kind: "contracts", title: "Lundi 27", hint: "Louis Faure", status: "cancel", field: "name", href: "/c" },
      cover: ["2026-11-27T10:00:00Z", "2026-12-01T10:00:00Z"],
    },
  ];
  expect(entriesFor("faure", { items })[0]).toMatchObject({
    status: "cancel",
    hint: "Contract · 27 Nov – 1 Dec 2026 · Louis Faure · name",
  });
  expect(entriesFor("faure", { language: "fr", items })[0]?.hint).toBe("Contrat · 27 nov. – 1er déc. 2026 · Louis Faure · nom");
});

// rules/search.md#palette-2
test("the contracts of which only the first are shown are followed by a line that leads to all of them, in both languages", () => {
  const contract = (id: number) => ({ kind: "contracts", title: `Lundi ${id}`, hint: "", field: "company", href: `/c/${id}` }) as const;
  const all = (typed: string, language: Language, items: readonly FoundItem[]) =>
    entriesFor(typed, { language, items }).filter(({ to }) => typeof to === "string" && to.startsWith("/development/"));
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
    expect(entriesFor("nord", { language, items: cut("webhooks") }).slice(1)).toMatchObject([{ title, to: "/development/webhooks" }]);
    const { anything } = messages[language].shell.palette.all;
    expect(entriesFor("nord", { language, items: cut("people"), lookUp: "support", role: "support" }).slice(1)).toMatchObject([
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
    expect(entriesFor(typed, { language })[0]).toMatchObject({ title, to });
  });

  test("and a word that names neither a list nor a state offers none", () => {
    for (const typed of ["failed bananas", "cancelled webhooks contracts", "open zzzz"]) {
      expect(entriesFor(typed).filter(({ to }) => typeof to === "string" && to.includes("?"))).toEqual([]);
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
    expect(entriesFor(typed, { language })).toEqual(titles.map((title, place) => ({ title, icon: "go", to: to[place] })));
  }
  const day = "from=2026-10-24T22%3A00%3A00.000Z&to=2026-10-25T23%3A00%3A00.000Z";
  expect(entriesFor("25/10/2026")[0]?.to).toBe(`/development/calls?${day}`);
  expect(entriesFor("2026-08-01", { lookUp: "support", role: "support" })).toEqual([]);
});

// rules/search.md#palette-1
test("a page that has the typed word goes before things that only contain it, and not before a thing that is called so", () => {
  const shop = (title: string): FoundItem => ({ kind: "renters", title, hint: "", href: "/r", field: "company" });
  expect(offer("facture", { language: "fr", items: [shop("Manufacture des cycles")] })).toEqual(["Relevés", "Manufacture des cycles"]);
  expect(offer("contracts", { items: [shop("Contracts and bikes")] }).slice(0, 2)).toEqual(["Contracts", "Contracts and bikes"]);
  expect(offer("contracts", { items: [shop("Contracts")] })[0]).toBe("Contracts");
  expect(entriesFor("contracts", { items: [shop("Contracts")] })[0]?.to).toBe("/r");
});

// rules/search.md#palette-1
test("a whole number goes before longer numbers that begin with it", () => {
  const found = offer("401", { docs: docsIn.en });
  expect(found[0]).toMatch(/^900\d/);
  expect(found.findIndex((title) => title.startsWith("401"))).toBeGreaterThan(found.findIndex((title) => title.startsWith("9001")));
});

// rules/search.md#palette-2
describe.each(["en", "fr"] as const)("in %s, what exists in one environment only is found in both", (language) => {
  const { palette, items } = messages[language].shell;
  test.each(["rotate key", "roll key", "regenerate key", "renouveler la clé"])("Production: %s", (typed) => {
    expect(entriesFor(typed, { language, lookUp: "production" })[0]).toMatchObject({
      title: palette.do.regenerateProductionKey,
      hint: palette.bySupport,
      to: "/production/keys",
    });
  });
  test.each(["sandbox", "clock", "bac à sable"])("Production: %s", (typed) => {
    const sandbox = expect.objectContaining({ title: items.sandbox, hint: expect.any(String), to: "/development/sandbox" });
    expect(entriesFor(typed, { language, lookUp: "production" })).toContainEqual(sandbox);
  });
});

// rules/search.md#palette-2
test("an invitation is offered only by an installation that sends e-mail; the page of the team is found without it", () => {
  for (const language of ["en", "fr"] as const) {
    const { palette } = messages[language].shell;
    expect(offer("invite", { language, sendsMail: true })).toContain(palette.do.invite);
    expect(offer("invite", { language, sendsMail: false })).toEqual([expect.stringContaining(messages[language].settings.tabs.team)]);
  }
});

test("French titles of pages have a no-break space before the colon", () => {
  expect(offer("équipe", { language: "fr" })).toContain("Paramètres\u00A0: Équipe");
  const pages = pagesOf({ user: { role: "owner" }, environment: "development" }, "fr");
  expect(pages.filter(({ title }) => /(?<!\u00A0):/.test(title))).toEqual([]);
});
