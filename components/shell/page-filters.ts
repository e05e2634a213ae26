import type { NavigationItem } from "#components/shell/navigation.ts";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import { claimFilters, openStatuses, queueFilters } from "#lib/insurance/claims/list-filters.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import { renewalFilters } from "#lib/insurance/renewals/list-filters.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import type { Filter } from "#lib/platform/lists/portal-lists.ts";

/** A filter of a list by a state or type, with its choices as the list names them. */
export interface PageFilter {
  name: string;
  kind: Filter["kind"];
  choices: readonly { value: string; label: string }[];
}

function filter(
  name: string,
  { kind, values }: { kind: Filter["kind"]; values: readonly string[] },
  labels: Record<string, string>,
): PageFilter {
  return { name, kind, choices: values.flatMap((value) => (labels[value] === undefined ? [] : [{ value, label: labels[value] }])) };
}

/** The lists of the portal that the palette narrows to a day, by their filters `from` and `to` (rules/search.md#palette-3). */
export const listsOfDays: readonly NavigationItem["key"][] = ["calls", "contracts", "claims"];

/** The filters by which the palette offers the list of a page (rules/search.md#palette-2). */
export function filtersOf(key: NavigationItem["key"], isConsole: boolean, language: Language): PageFilter[] {
  const { common, claims, renewals, shell } = messages[language];
  const { statuses } = common;
  if (isConsole) {
    if (key === "claims") return [filter("status", queueFilters.status, statuses.claim)];
    return key === "keys" ? [filter("state", keyFilters.state, statuses.key)] : [];
  }
  switch (key) {
    case "contracts":
      return [filter("status", contractFilters.status, statuses.contract)];
    case "claims": {
      const open = { value: openStatuses.join(","), label: shell.palette.openClaims };
      const { choices, ...status } = filter("status", claimFilters.status, statuses.claim);
      return [{ ...status, choices: [open, ...choices] }, filter("type", claimFilters.type, claims.types)];
    }
    case "renewals":
      return [filter("state", { ...renewalFilters.state, values: ["scheduled", "rejected", "applied", "dropped"] }, renewals.views)];
    case "deliveries":
      return [filter("status", deliveryFilters.status, statuses.delivery)];
    default:
      return [];
  }
}
