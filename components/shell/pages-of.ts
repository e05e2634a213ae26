import { menuOf, settingsNavigation } from "#components/shell/navigation.ts";
import type { PalettePage } from "#components/shell/palette-groups.ts";
import { pageWords } from "#components/shell/palette-words.ts";
import { rootOf } from "#components/shell/viewer.ts";
import type { Viewer } from "#components/shell/viewer.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

/** The pages of a viewer's menu and settings, for the command palette. */
export function pagesOf(viewer: Pick<Viewer, "environment"> & { user: Pick<Viewer["user"], "role"> }, language: Language): PalettePage[] {
  const { shell, settings, calls } = messages[language];
  const root = rootOf(viewer);
  const { role } = viewer.user;
  const entries = menuOf(viewer)
    .flatMap((group) => group.items)
    .flatMap((item) => [item, ...(item.pages ?? [])])
    // Settings follow by their sections.
    .filter(({ key }) => key !== "settings" && key !== "team");
  const items = entries.map(({ key, path }) => ({ title: shell.items[key], href: root + path, words: pageWords[key] ?? "" }));
  // A page below that of the calls, which the menu does not show.
  const errors = entries.some(({ path }) => path === "/calls")
    ? [{ title: `${shell.items.calls}: ${calls.errorCounts.title}`, href: `${root}/calls/errors`, words: pageWords.errors }]
    : [];
  const own = settingsNavigation
    .filter(({ roles }) => (roles as readonly string[]).includes(role))
    .map(({ key, path }) => ({
      title: `${shell.settings}: ${settings.tabs[key]}`,
      href: `${root}/settings${path}`,
      words: pageWords[`settings.${key}`] ?? "",
    }));
  return [...items, ...errors, ...own];
}
