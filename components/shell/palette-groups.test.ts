import { describe, expect, test } from "vitest";
import { coverDays } from "#components/contracts/cover-days.ts";
import { searchEntries } from "#components/docs/reference/search-entries.ts";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { pagesOf } from "#components/shell/pages-of.ts";
import { groupsFor } from "#components/shell/palette-groups.ts";
import type { PaletteEntry } from "#components/shell/palette-groups.ts";
import { paletteActions } from "#components/shell/use-palette-actions.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const nothing = () => undefined;
const dayIn = (language: Language) => (at: Date, options: object) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr", { ...options, timeZone: "Europe/Paris" }).format(at);

/** The entries that the palette offers an owner, in their order. */
function entriesFor(
  typed: string,
  language: Language,
  { items = [], docs = [] }: { items?: readonly FoundItem[]; docs?: readonly DocsEntry[] } = {},
): PaletteEntry[] {
  const { shell } = messages[language];
  const say = (word: string) => word.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], shell) as string;
  const pages = pagesOf({ user: { role: "owner" }, environment: "development" }, language);
  const deeds = { language, setLanguage: nothing, setTheme: nothing, sendTestEvent: nothing };
  const actions = paletteActions(say, { lookUp: "development", pages }, deeds);
  const groups = groupsFor(typed, {
    items,
    pages,
    actions,
    docs,
    nameOfKind: (kind) => kind,
    nameOfEnvironment: (environment) => shell.environments[environment],
    nameOfField: (field) => field,
    nameOfCover: (cover) => coverDays(new Date(cover[0]), new Date(cover[1]), dayIn(language)),
    nameOfAll: (kind) => shell.palette.all[kind].replace("{text}", typed),
  });
  return groups.flatMap(({ entries }) => entries);
}

const offer = (...asked: Parameters<typeof entriesFor>) => entriesFor(...asked).map(({ title }) => title);

// rules/search.md#palette-1, #palette-2
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

// rules/search.md#palette-1, #palette-2
describe.each(["en", "fr"] as const)("in %s, the page that a question is about goes first", (language) => {
  const { shell, calls } = messages[language];
  const errors = `${shell.items.calls}: ${calls.errorCounts.title}`;
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

// rules/search.md#palette-3
test("a typing error is forgiven only where nothing else is found", () => {
  const { palette } = messages.en.shell;
  expect(offer("pasword", "en")).toContain(palette.do.changePassword);
  expect(offer("how do I roatte my key", "en")).toEqual([palette.do.rotateKey]);
  expect(offer("contarcts", "en")).toEqual(["Contracts"]);
  const webhook: FoundItem = { kind: "webhooks", title: "Pasword service", hint: "", href: "/development/webhooks/whk_1" };
  expect(offer("pasword", "en", { items: [webhook] })).toEqual(["Pasword service"]);
});

// rules/search.md#palette-4
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

// rules/search.md#find-10
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

// rules/search.md#palette-5
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

// rules/search.md#palette-6
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
