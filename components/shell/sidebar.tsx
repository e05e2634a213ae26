"use client";

import { BookOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { Logo } from "#components/brand/logo.tsx";
import { EnvironmentSwitch } from "#components/shell/environment.tsx";
import { menuOf } from "#components/shell/navigation.ts";
import { PaletteButton } from "#components/shell/palette.tsx";
import { linkClasses, SidebarEntry } from "#components/shell/sidebar-entry.tsx";
import { UserMenu } from "#components/shell/user-menu.tsx";
import { rootOf } from "#components/shell/viewer.ts";
import type { Viewer } from "#components/shell/viewer.ts";
import { Link } from "#components/ui/link.tsx";

export function Sidebar({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const { environment } = viewer;
  const root = rootOf(viewer);
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3 [scrollbar-width:thin] [@media(height<50rem)]:gap-2">
      <Link href={root} aria-label={t("home")} className="mt-1 self-start rounded-md px-1.5 py-1">
        <Logo />
      </Link>
      {environment === undefined ? null : <EnvironmentSwitch current={environment} />}
      <PaletteButton />
      <Menu viewer={viewer} root={root} />
      <div className="grid gap-1">
        <Link href="/docs" className={linkClasses}>
          <BookOpen aria-hidden />
          {t("docs")}
        </Link>
        <UserMenu viewer={viewer} />
      </div>
    </div>
  );
}

/** The entries of the menu. What is above and below stays in sight on a low screen. */
function Menu({ viewer, root }: { viewer: Viewer; root: string }) {
  const t = useTranslations("shell");
  return (
    <nav
      aria-label={t("navigation")}
      className="-mx-3 grid min-h-32 grow content-start gap-3 overflow-y-auto px-3 [scrollbar-width:thin] [@media(height<50rem)]:gap-1.5"
    >
      {menuOf(viewer).map(({ key, items }) => (
        <div key={key ?? items[0]?.key} className="grid gap-0.5">
          {key === undefined ? null : (
            <p aria-hidden className="px-2.5 pb-0.5 text-xs font-medium text-muted-foreground">
              {t(`groups.${key}`)}
            </p>
          )}
          <ul aria-label={key === undefined ? undefined : t(`groups.${key}`)} className="grid gap-0.5">
            {items.map((item) => (
              <SidebarEntry key={item.key} item={item} root={root} isConsole={viewer.environment === undefined} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
