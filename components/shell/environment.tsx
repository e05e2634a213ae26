"use client";

import { FlaskConical, ShieldCheck } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useParams, usePathname } from "next/navigation";
import { partnerNavigation } from "#components/shell/navigation.ts";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import type { Environment } from "#lib/platform/environments.ts";

const icons = { development: FlaskConical, production: ShieldCheck } satisfies Record<Environment, LucideIcon>;
// Not imported from lib/account/worlds/schema.ts, with which every page would load zod.
const environments = Object.keys(icons) as Environment[];

/** A band across the page in the environment's colour, striped in development, so that nobody confuses the two. */
export function EnvironmentBand({ environment }: { environment: Environment }) {
  const t = useTranslations("shell");
  const Icon = icons[environment];
  return (
    <section
      aria-label={t("environment")}
      className={cn(
        "sticky top-0 z-40 flex h-7 items-center justify-center gap-2 overflow-hidden bg-environment px-3 text-sm whitespace-nowrap text-environment-ink print:hidden",
        environment === "development" && "hatched",
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <strong className="font-semibold">{t(`environments.${environment}`)}</strong>
      <span className="truncate">{t(`bands.${environment}`)}</span>
    </section>
  );
}

/** A switch between the environments that stays in the current section. */
export function EnvironmentSwitch({ current }: { current: Environment }) {
  const t = useTranslations("shell");
  // Pages below a section belong to one environment.
  const section = usePathname().split("/")[2];
  const isOfOne = partnerNavigation.some(({ items }) =>
    items.some((item) => item.path === `/${section}` && item.environment !== undefined),
  );
  return (
    <nav aria-label={t("environment")} className="grid grid-cols-2 gap-1 rounded-lg border bg-card p-1">
      {environments.map((environment) => (
        <Link
          key={environment}
          href={section === undefined || isOfOne ? `/${environment}` : `/${environment}/${section}`}
          data-environment={environment}
          aria-current={environment === current ? "true" : undefined}
          className={cn(
            "flex items-center justify-center rounded-md px-1 py-1.5 text-xs font-medium transition-colors",
            environment === current
              ? "bg-environment text-environment-ink shadow-xs"
              : "text-muted-foreground hover:bg-accent hover:text-foreground",
          )}
        >
          <span className="truncate">{t(`environments.${environment}`)}</span>
        </Link>
      ))}
    </nav>
  );
}

type Folder = "calls" | "claims" | "contracts" | "deliveries" | "events" | "products" | "webhooks";

/** The environment of the page's address; only below `/[environment]`. */
export function useEnvironment(): Environment {
  return useParams<{ environment: Environment }>().environment;
}

/** The page of something of the world in view: the partner's own, or in the console, where a partner is in the address, the look-up's. */
export function useHrefOf(): (folder: Folder, id: string) => string {
  const { environment, partnerId } = useParams<{ environment: Environment; partnerId?: string }>();
  return (folder, id) =>
    partnerId === undefined ? `/${environment}/${folder}/${encodeURIComponent(id)}` : `/support/lookup?${new URLSearchParams({ q: id })}`;
}
