import { describe, expect, test } from "vitest";
import { choicesNamed } from "#components/kit/filters/choices-named.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import { callFilters } from "#lib/developer/calls/list-filters.ts";
import { claimFilters } from "#lib/insurance/claims/list-filters.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import type { Filter } from "#lib/platform/lists/portal-lists.ts";

/** The filters of the lists that have words for states and types, with their labels in a language. */
const labelled = languages.flatMap((language) => {
  const { common, claims } = messages[language];
  const one = (name: string, filter: Filter, labels: Record<string, string>) => ({ name, filter, labels, language });
  return [
    one("status", claimFilters.status, common.statuses.claim),
    one("type", claimFilters.type, claims.types),
    one("status", contractFilters.status, common.statuses.contract),
    one("status", deliveryFilters.status, common.statuses.delivery),
  ];
});

const find = (typed: string, { name, filter, labels }: (typeof labelled)[number]) =>
  choicesNamed(typed, [{ name, filter, word: { label: name, labelOf: (value) => labels[value] ?? value } }]);

// rules/search.md#palette-2
describe.each(labelled)("in $language, the name of a choice of $name is the filter", ({ name, filter, labels, language }) => {
  const values = "values" in filter ? [...filter.values] : [];
  test.each(values)("%s, in either language", (value) => {
    const change = { [name]: filter.kind === "choices" ? [value] : value };
    for (const other of labelled.filter((each) => each.filter === filter)) {
      const typed = String(other.labels[value]).toUpperCase();
      expect(find(typed, { name, filter, labels, language }), typed).toContainEqual(expect.objectContaining({ change }));
    }
  });
});

// rules/search.md#palette-2
test("plurals and other words for a state name its filter, and parts of its name do not", () => {
  const [status, type] = labelled.filter(({ language }) => language === "en") as [(typeof labelled)[0], (typeof labelled)[0]];
  for (const typed of ["refused", "refus", "refusés", "Refusée"]) {
    expect(find(typed, status)).toEqual([{ filter: "status", choice: "Rejected", change: { status: ["rejected"] } }]);
  }
  for (const typed of ["thefts", "vols", "stolen"]) expect(find(typed, type)).toMatchObject([{ choice: "Theft" }]);
  for (const typed of ["theft of", "the", "e", ""]) expect(find(typed, type)).toEqual([]);
});

// rules/search.md#palette-2
test("the classes and codes of answers are choices too", () => {
  const word = {
    label: "Status",
    labelOf: (value: string) => ({ "4xx": "Refusés", "5xx": "Échoués" })[value] ?? value,
    tabs: { values: ["4xx", "5xx"] },
    choices: [{ value: "404", label: "404" }],
  };
  const named = (typed: string) => choicesNamed(typed, [{ name: "status", filter: callFilters.status, word }]).map(({ change }) => change);
  expect(named("failed")).toEqual([{ status: ["5xx"] }]);
  expect(named("404")).toEqual([{ status: ["404"] }]);
});
