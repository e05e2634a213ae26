"use client";

import { BookOpen, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { PaletteButton } from "#components/palette/palette.tsx";
import { EnvironmentSwitch } from "#components/shell/environment.tsx";
import { menuOf } from "#components/shell/navigation.ts";
import type { NavigationItem } from "#components/shell/navigation.ts";
import { rootOf } from "#components/shell/viewer.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import { waitingBadges } from "#components/shell/waiting-badges.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

const UserMenuContent = onDemand(() => import("#components/shell/user-menu-content.tsx").then((module) => module.UserMenuContent), "menu");

/** On a low screen the entries stand closer, so that the last is in sight. */
const linkClasses =
  "flex items-center gap-2.5 rounded-md px-2.5 py-1.5 [@media(height<50rem)]:py-1 text-foreground/80 transition-colors hover:bg-accent hover:text-foreground [&>svg]:size-4 [&>svg]:text-muted-foreground";

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

/** An entry of the menu. The pages of its section follow while one of them is open; until then it has their badges. */
function SidebarEntry({ item, root, isConsole }: { item: NavigationItem; root: string; isConsole: boolean }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const { key, pages = [] } = item;
  const isAt = (path: string) => pathname === root + path || (path !== "" && pathname.startsWith(`${root + path}/`));
  const current = pages.find(({ path }) => isAt(path));
  const isOpen = current !== undefined || isAt(item.path);
  return (
    <li>
      <EntryLink item={item} href={root + item.path} current={current !== undefined ? "true" : isOpen ? "page" : undefined}>
        {isConsole ? <Badges of={isOpen ? [key] : [key, ...pages.map((page) => page.key)]} /> : null}
      </EntryLink>
      {isOpen && pages.length > 0 ? (
        <ul aria-label={t(`items.${key}`)} className="mt-0.5 ml-4 grid gap-0.5 border-l pl-2">
          {pages.map((page) => (
            <li key={page.key}>
              <EntryLink item={page} href={root + page.path} current={page === current ? "page" : undefined} isSmall>
                {isConsole ? <Badges of={[page.key]} /> : null}
              </EntryLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function EntryLink({
  item: { key, icon: Icon },
  href,
  current,
  isSmall = false,
  children,
}: {
  item: Pick<NavigationItem, "key" | "icon">;
  href: string;
  current: "page" | "true" | undefined;
  isSmall?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("shell");
  const link = useRef<HTMLAnchorElement>(null);
  // On a low screen the menu scrolls.
  useEffect(() => {
    if (current === "page") link.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <Link
      ref={link}
      href={href}
      aria-current={current}
      className={cn(
        linkClasses,
        isSmall && "py-1 text-sm",
        current !== undefined && "font-medium text-foreground [&>svg]:text-primary",
        current === "page" && "bg-accent shadow-[inset_2px_0_0_var(--environment,transparent)]",
      )}
    >
      {isSmall ? null : <Icon aria-hidden />}
      {t(`items.${key}`)}
      {children}
    </Link>
  );
}

function Badges({ of }: { of: readonly NavigationItem["key"][] }) {
  return of.map((key) => {
    const Badge = waitingBadges[key];
    return Badge === undefined ? null : <Badge key={key} />;
  });
}

/** The signed-in user with settings, appearance and signing out. */
function UserMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const { user } = viewer;
  return (
    <UserMenuContent
      viewer={viewer}
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-accent data-[state=open]:bg-accent"
        >
          <Avatar name={user.name} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">{t("account")} </span>
            <span className="block truncate font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted-foreground">{user.partner?.name ?? t(`roles.${user.role}`)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted-foreground" />
        </button>
      }
    />
  );
}

function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.charAt(0) ?? "").join("");
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-content-center rounded-full bg-primary text-xs font-semibold tracking-wide text-primary-foreground uppercase"
    >
      {initials}
    </span>
  );
}
