import { menuOf, settingsNavigation } from "#components/shell/navigation.ts";
import { filtersOf, listsOfDays } from "#components/shell/page-filters.ts";
import type { PalettePage } from "#components/shell/palette-groups.ts";
import { pageWords } from "#components/shell/palette-words.ts";
import { rootOf } from "#components/shell/viewer.ts";
import type { Viewer } from "#components/shell/viewer.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

/** The pages of a viewer's menu and settings, for the command palette. */
export function pagesOf(viewer: Pick<Viewer, "environment"> & { user: Pick<Viewer["user"], "role"> }, language: Language): PalettePage[] {
  const { shell, settings, calls } = messages[language];
  const joined = (area: string, title: string) => `${area}${shell.palette.joined}${title}`;
  const root = rootOf(viewer);
  const { role } = viewer.user;
  const entries = menuOf(viewer)
    .flatMap((group) => group.items)
    .flatMap((item) => [item, ...(item.pages ?? [])])
    // Settings follow by their sections.
    .filter(({ key }) => key !== "settings" && key !== "team");
  const items = entries.map(({ key, path }) => {
    const filters = filtersOf(key, viewer.environment === undefined, language);
    const isOfDays = viewer.environment !== undefined && listsOfDays.includes(key);
    return {
      ...{ title: shell.items[key], href: root + path, words: pageWords[key] ?? "" },
      ...(filters.length > 0 && { filters }),
      ...(isOfDays && { isOfDays }),
    };
  });
  // A page below that of the calls, which the menu does not show.
  const errors = entries.some(({ path }) => path === "/calls")
    ? [{ title: joined(shell.items.calls, calls.errorCounts.title), href: `${root}/calls/errors`, words: pageWords.errors }]
    : [];
  const others = viewer.environment === undefined ? [] : pagesOfOther({ user: viewer.user, environment: viewer.environment }, language);
  const own = settingsNavigation
    .filter(({ roles }) => (roles as readonly string[]).includes(role))
    .map(({ key, path }) => ({
      title: joined(shell.settings, settings.tabs[key]),
      href: `${root}/settings${path}`,
      words: pageWords[`settings.${key}`] ?? "",
    }));
  return [...items, ...errors, ...others, ...own];
}

/** The pages that only the other environment has. */
function pagesOfOther(
  { user, environment }: Parameters<typeof pagesOf>[0] & { environment: Environment },
  language: Language,
): PalettePage[] {
  const { shell } = messages[language];
  const other = environment === "development" ? "production" : "development";
  return menuOf({ environment: other, user })
    .flatMap((group) => group.items.flatMap((item) => [item, ...(item.pages ?? [])]))
    .filter((item) => item.environment === other)
    .map(({ key, path }) => ({
      title: shell.items[key],
      hint: shell.environments[other],
      href: `/${other}${path}`,
      words: pageWords[key] ?? "",
    }));
}
