"use client";

import { CalendarSync, ChevronRight, CircleCheck, FileCheck, FileClock, LifeBuoy, TriangleAlert, Webhook } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Overview } from "#lib/developer/overview/read.ts";
import { openStatuses } from "#lib/insurance/claims/list-filters.ts";
import type { Role } from "#lib/platform/roles.ts";

/** From this share of its limit on, a figure is a warning. */
const nearLimit = 0.9;

/** The health of the integration: failing webhooks, contracts against their limit, coming renewals. */
export function Health({ health, role }: { health: Overview["health"]; role: Role }) {
  const environment = useEnvironment();
  const t = useTranslations("overview.health");
  const format = useFormatter();
  const { renewalsDue, openClaims, claimDrafts, claimsPending } = health;
  const list = (path: string) => (isAmong("member", role) ? `/${environment}/${path}` : undefined);
  return (
    <Card className="flex flex-col overflow-hidden">
      <h2 className="px-4 pt-4 pb-1 text-base font-medium text-muted-foreground sm:px-5 sm:pt-5">{t("title")}</h2>
      <ul className="grid grow gap-px bg-border md:max-xl:grid-cols-3">
        <WebhooksItem health={health} isDeveloper={isAmong("developer", role)} />
        <OpenContractsItem health={health} list={list} />
        <Item
          icon={CalendarSync}
          tone="plain"
          title={t("renewals")}
          href={list("renewals")}
          value={format.number(renewalsDue)}
          hint={t("renewalsDue", { count: renewalsDue })}
        />
        <Item
          icon={LifeBuoy}
          tone="plain"
          title={t("openClaims")}
          href={list(`claims?status=${openStatuses.join(",")}`)}
          value={format.number(openClaims)}
          hint={t("openClaimsHint", { count: openClaims })}
        />
        <Item
          icon={FileClock}
          tone={claimsPending > 0 ? "warning" : "plain"}
          title={t("claimsWaiting")}
          href={list("claims?status=draft,pending_info")}
          value={format.number(claimDrafts + claimsPending)}
          hint={
            claimDrafts + claimsPending === 0
              ? t("noClaimsWaiting")
              : t("claimsWaitingHint", { drafts: claimDrafts, pending: claimsPending })
          }
        />
      </ul>
    </Card>
  );
}

function WebhooksItem({ health, isDeveloper }: { health: Overview["health"]; isDeveloper: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("overview.health");
  const { webhooks, disabledWebhooks, failing, unsteady, failingWebhooks } = health;

  function valueOfWebhooks(): string {
    if (failing > 0) return t("webhooksFailing", { count: failing, all: webhooks });
    if (unsteady > 0) return t("webhooksUnsteady", { count: unsteady, all: webhooks });
    if (webhooks > 0) return t("webhooksWell", { count: webhooks });
    return disabledWebhooks === 0 ? t("noWebhook") : t("webhooksAsleep", { count: disabledWebhooks });
  }

  function hintOfWebhooks(): string {
    if (failing > 0) return isDeveloper ? failingWebhooks.map(({ name }) => name).join(", ") : t("failingHint");
    if (webhooks === 0) return t(disabledWebhooks === 0 ? "noWebhookHint" : "asleepHint");
    if (unsteady > 0) return t("unsteadyHint");
    return disabledWebhooks === 0 ? t("wellHint") : t("someAsleepHint", { count: disabledWebhooks });
  }

  return (
    <Item
      icon={failing === 0 && unsteady === 0 ? Webhook : TriangleAlert}
      tone={failing > 0 ? "danger" : unsteady > 0 ? "warning" : "plain"}
      title={t("webhooks")}
      href={isDeveloper ? `/${environment}/webhooks${failing === 1 ? `/${failingWebhooks[0]?.id}` : ""}` : undefined}
      value={valueOfWebhooks()}
      hint={hintOfWebhooks()}
      isWell={webhooks > 0 && failing === 0 && unsteady === 0}
    />
  );
}

function OpenContractsItem({
  health: { openContracts, openContractsLimit: limit },
  list,
}: {
  health: Overview["health"];
  list: (path: string) => string | undefined;
}) {
  const t = useTranslations("overview.health");
  const format = useFormatter();
  const share = limit === null ? 0 : openContracts / Math.max(1, limit);
  return (
    <Item
      icon={FileCheck}
      tone={share >= 1 ? "danger" : share >= nearLimit ? "warning" : "plain"}
      title={t("openContracts")}
      href={list("contracts?status=open")}
      value={format.number(openContracts)}
      unit={limit === null ? undefined : t("ofLimit", { limit: format.number(limit) })}
      hint={limit === null ? t("noLimit") : t("limitLeft", { left: Math.max(0, limit - openContracts) })}
    >
      {limit === null ? null : (
        <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-secondary">
          <span
            className={cn("block h-full rounded-full", share >= 1 ? "bg-danger" : share >= nearLimit ? "bg-warning" : "bg-chart-main")}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </span>
      )}
    </Item>
  );
}

const tones = {
  plain: "bg-secondary text-muted-foreground",
  warning: "bg-warning-surface text-warning",
  danger: "bg-danger-surface text-danger",
};

function Item({
  icon: Icon,
  tone,
  title,
  href,
  value,
  unit,
  hint,
  isWell = false,
  children,
}: {
  icon: LucideIcon;
  tone: keyof typeof tones;
  title: string;
  /** The address of the full list; undefined if the viewer may not see it. */
  href: string | undefined;
  value: string;
  unit?: string | undefined;
  hint: string;
  isWell?: boolean;
  children?: ReactNode;
}) {
  return (
    <li
      className={cn(
        "relative flex min-w-0 items-center gap-3 bg-card px-4 py-3.5 sm:px-5 md:max-xl:first:col-span-2",
        href !== undefined && "hover:bg-accent",
      )}
    >
      <span className={cn("grid size-9 shrink-0 place-content-center self-start rounded-lg", tones[tone])}>
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0 grow">
        <h3 className="text-sm text-muted-foreground">
          {href === undefined ? (
            title
          ) : (
            <Link
              href={href}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
            >
              {title}
            </Link>
          )}
        </h3>
        <p
          className={cn(
            "text-xl font-semibold tracking-tight tabular-nums",
            tone === "danger" && "text-danger",
            tone === "warning" && "text-warning",
          )}
        >
          {value}
          {unit === undefined ? null : <span className="ml-1.5 text-base font-normal text-muted-foreground">{unit}</span>}
          {isWell ? <CircleCheck aria-hidden className="ml-1.5 inline size-4 align-[-0.1em] text-success" /> : null}
        </p>
        {children}
        <p className="mt-0.5 line-clamp-2 text-sm text-muted-foreground">{hint}</p>
      </div>
      {href === undefined ? null : <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />}
    </li>
  );
}
