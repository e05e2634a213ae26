"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { settingsNavigation } from "#components/shell/navigation.ts";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import type { Role } from "#lib/platform/roles.ts";

/** The sections of a partner's settings below the path `root`. */
export function SettingsTabs({ root, role }: { root: string; role: Role }) {
  const t = useTranslations("settings");
  const pathname = usePathname();
  const tabs = settingsNavigation.filter(({ roles }) => roles.some((allowed) => allowed === role));
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={t("sections")} className="tab-strip mb-6 gap-x-5 border-b">
      {tabs.map(({ key, path }) => (
        <Link
          key={key}
          href={root + path}
          aria-current={pathname === root + path ? "page" : undefined}
          className={cn(
            "-mb-px border-b-2 border-transparent py-2 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground",
            pathname === root + path && "border-primary text-foreground",
          )}
        >
          {t(`tabs.${key}`)}
        </Link>
      ))}
    </nav>
  );
}
