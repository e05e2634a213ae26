"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useEnvironment } from "#components/shell/environment.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

const tabs = [
  { key: "list", path: "" },
  { key: "catalogue", path: "/catalogue" },
] as const;

/** The two pages about events: past events, and possible ones. */
export function EventTabs() {
  const environment = useEnvironment();
  const t = useTranslations("events");
  const pathname = usePathname();
  return (
    <nav aria-label={t("title")} className="tab-strip mb-2 gap-x-5 border-b">
      {tabs.map(({ key, path }) => {
        const href = `/${environment}/events${path}`;
        return (
          <Link
            key={key}
            href={href}
            aria-current={pathname === href ? "page" : undefined}
            className={cn(
              "-mb-px border-b-2 border-transparent py-1.5 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground",
              pathname === href && "border-primary text-foreground",
            )}
          >
            {t(`tabs.${key}`)}
          </Link>
        );
      })}
    </nav>
  );
}
