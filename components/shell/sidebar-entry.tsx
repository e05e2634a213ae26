"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { NavigationItem } from "#components/shell/navigation.ts";
import { waitingBadges } from "#components/shell/waiting-badges.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

/** On a low screen the entries stand closer, so that the last is in sight. */
export const linkClasses =
  "flex items-center gap-2.5 rounded-md px-2.5 py-1.5 [@media(height<50rem)]:py-1 text-foreground/80 transition-colors hover:bg-accent hover:text-foreground [&>svg]:size-4 [&>svg]:text-muted-foreground";

/** An entry of the menu. The pages of its section follow while one of them is open; until then it has their badges. */
export function SidebarEntry({ item, root, isConsole }: { item: NavigationItem; root: string; isConsole: boolean }) {
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
