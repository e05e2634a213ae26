import { getTranslations } from "next-intl/server";
import { partnerNavigation, settingsNavigation, supportNavigation } from "#components/shell/navigation.ts";
import { rootOf } from "#components/shell/viewer.ts";
import type { Viewer } from "#components/shell/viewer.ts";

/** The pages of a viewer's menu and settings, for the command palette. */
export async function pagesOf(viewer: Viewer): Promise<{ title: string; href: string }[]> {
  const [t, tabs] = await Promise.all([getTranslations("shell"), getTranslations("settings.tabs")]);
  const root = rootOf(viewer);
  const { role } = viewer.user;
  const groups = viewer.environment === undefined ? supportNavigation : partnerNavigation;
  const items = groups
    .flatMap((group) => group.items)
    .filter((item) => item.roles.includes(role) && (item.environment === undefined || item.environment === viewer.environment))
    .map(({ key, path }) => ({ title: t(`items.${key}`), href: root + path }));
  const settings =
    viewer.environment === undefined
      ? [{ title: t("settings"), href: `${root}/settings` }]
      : settingsNavigation
          .filter(({ roles }) => (roles as readonly string[]).includes(role))
          .map(({ key, path }) => ({ title: `${t("settings")}: ${tabs(key)}`, href: `${root}/settings${path}` }));
  return [...items, ...settings];
}
