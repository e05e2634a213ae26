import type { PalettePage } from "#components/palette/palette-groups.ts";
import { pageWords } from "#components/palette/palette-words.ts";
import { menuOf, settingsNavigation } from "#components/shell/navigation.ts";
import type { NavigationItem } from "#components/shell/navigation.ts";
import { rootOf } from "#components/shell/viewer.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import { claimFilters, openStatuses, queueFilters } from "#lib/insurance/claims/list-filters.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

/** The lists of the portal that the palette narrows to a day, by their filters `from` and `to` (rules/search.md#palette-3). */
const listsOfDays: readonly NavigationItem["key"][] = ["calls", "contracts", "claims"];

/** The pages of a viewer's menu and settings, for the command palette, with those that only the other environment has. */
export function pagesOf(viewer: Pick<Viewer, "environment"> & { user: Pick<Viewer["user"], "role"> }, language: Language): PalettePage[] {
  const { shell, settings, calls } = messages[language];
  const { environment, user } = viewer;
  const root = rootOf(viewer);
  const joined = (area: string, title: string) => `${area}${shell.palette.joined}${title}`;
  const itemsOf = (shown: typeof viewer) => menuOf(shown).flatMap(({ items }) => items.flatMap((item) => [item, ...(item.pages ?? [])]));
  // Settings follow by their sections.
  const own = itemsOf(viewer)
    .filter(({ path }) => !path.startsWith("/settings"))
    .map(({ key, path }): PalettePage => ({
      ...{
        title: shell.items[key],
        href: root + path,
        words: pageWords[key] ?? "",
        choices: choicesOf(key, environment === undefined, language),
      },
      ...(environment !== undefined && listsOfDays.includes(key) && { isOfDays: true }),
    }));
  const other = environment === "development" ? "production" : "development";
  const ofOther = environment === undefined ? [] : itemsOf({ user, environment: other }).filter((item) => item.environment === other);
  const sections = settingsNavigation.filter(({ roles }) => (roles as readonly string[]).includes(user.role));
  return [
    ...own,
    // A page below that of the calls, which the menu does not show.
    ...own
      .filter(({ href }) => href === `${root}/calls`)
      .map(({ title, href }) => ({ title: joined(title, calls.errorCounts.title), href: `${href}/errors`, words: pageWords.errors })),
    ...ofOther.map(({ key, path }) => ({
      ...{ title: shell.items[key], hint: shell.environments[other], href: `/${other}${path}`, words: pageWords[key] ?? "" },
    })),
    ...sections.map(({ key, path }) => ({
      ...{ title: joined(shell.settings, settings.tabs[key]), href: `${root}/settings${path}`, words: pageWords[`settings.${key}`] ?? "" },
    })),
  ];
}

const of = (name: string, values: readonly string[], labels: Record<string, string>) =>
  values.flatMap((value) => (labels[value] === undefined ? [] : [{ name, value, label: labels[value] }]));

/** The choices by which the palette offers the list of a page (rules/search.md#palette-2). */
function choicesOf(key: NavigationItem["key"], isConsole: boolean, language: Language): NonNullable<PalettePage["choices"]> {
  const { common, claims, renewals, shell } = messages[language];
  const { statuses } = common;
  if (isConsole && key === "keys") return of("state", keyFilters.state.values, statuses.key);
  if (isConsole) return key === "claims" ? of("status", queueFilters.status.values, statuses.claim) : [];
  if (key === "contracts") return of("status", contractFilters.status.values, statuses.contract);
  if (key === "renewals") return of("state", ["scheduled", "rejected", "applied", "dropped"], renewals.views);
  if (key === "deliveries") return of("status", deliveryFilters.status.values, statuses.delivery);
  if (key !== "claims") return [];
  const open = { name: "status", value: openStatuses.join(","), label: shell.palette.openClaims };
  return [open, ...of("status", claimFilters.status.values, statuses.claim), ...of("type", claimFilters.type.values, claims.types)];
}
