"use client";

import { BookOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { ApprovalsBadge } from "#components/approvals/approvals-badge.tsx";
import { Logo } from "#components/brand/logo.tsx";
import { WaitingBadge } from "#components/console/claims/waiting-badge.tsx";
import { ReportsBadge } from "#components/console/keys/reports-badge.tsx";
import { AlarmsBadge } from "#components/security/alarms-badge.tsx";
import { EnvironmentSwitch } from "#components/shell/environment.tsx";
import { partnerNavigation, supportNavigation } from "#components/shell/navigation.ts";
import { PaletteButton } from "#components/shell/palette.tsx";
import { UserMenu } from "#components/shell/user-menu.tsx";
import { rootOf } from "#components/shell/viewer.ts";
import type { Viewer } from "#components/shell/viewer.ts";
import { cn } from "#components/ui/class-names.ts";

const linkClasses =
  "flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-foreground/80 transition-colors hover:bg-accent hover:text-foreground [&>svg]:size-4 [&>svg]:text-muted-foreground";

export function Sidebar({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const { user, environment } = viewer;
  const root = rootOf(viewer);
  const groups = environment === undefined ? supportNavigation : partnerNavigation;
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <Link href={root} aria-label={t("home")} className="mt-1 self-start rounded-md px-1.5 py-1">
        <Logo />
      </Link>
      {environment === undefined ? null : <EnvironmentSwitch current={environment} />}
      <PaletteButton />
      {/* What is above and below stays in sight on a low screen. */}
      <nav aria-label={t("navigation")} className="-mx-3 grid min-h-32 grow content-start gap-4 overflow-y-auto px-3">
        {groups.map(({ key, items }) => {
          const visible = items.filter((item) => item.roles.includes(user.role) && (item.environment ?? environment) === environment);
          if (visible.length === 0) return null;
          return (
            <div key={key ?? "first"} className="grid gap-0.5">
              {key === undefined ? null : (
                <p aria-hidden className="px-2.5 pb-1 text-xs font-medium text-muted-foreground">
                  {t(`groups.${key}`)}
                </p>
              )}
              <ul aria-label={key === undefined ? undefined : t(`groups.${key}`)} className="grid gap-0.5">
                {visible.map(({ key: item, path, icon: Icon }) => {
                  const href = root + path;
                  const isCurrent = path === "" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
                  return (
                    <li key={item}>
                      <Link
                        href={href}
                        aria-current={isCurrent ? "page" : undefined}
                        className={cn(
                          linkClasses,
                          isCurrent && "bg-accent font-medium text-foreground [&>svg]:text-primary",
                          isCurrent && environment !== undefined && "shadow-[inset_2px_0_0_var(--environment)]",
                        )}
                      >
                        <Icon aria-hidden />
                        {t(`items.${item}`)}
                        {environment === undefined && item === "keys" ? <ReportsBadge /> : null}
                        {environment === undefined && item === "claims" ? <WaitingBadge /> : null}
                        {environment === undefined && item === "approvals" ? <ApprovalsBadge /> : null}
                        {environment === undefined && item === "security" ? <AlarmsBadge /> : null}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </div>
          );
        })}
      </nav>
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
