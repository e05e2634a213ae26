"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import { PartnerCalls } from "#components/console/traffic/partner-calls.tsx";
import { PartnerCauses } from "#components/console/traffic/partner-causes.tsx";
import { PartnerDeliveries } from "#components/console/traffic/partner-deliveries.tsx";
import { PartnerEvents } from "#components/console/traffic/partner-events.tsx";
import { PartnerWebhooks } from "#components/console/traffic/partner-webhooks.tsx";
import { trafficViews } from "#components/console/traffic/queries.ts";
import type { OfWorld, TrafficView } from "#components/console/traffic/queries.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import type { Environment } from "#lib/platform/environments.ts";

/** A partner's traffic as its owners see it: read only, and bodies with a reason alone. */
export function PartnerTraffic({
  of,
  name,
  view,
  choices,
  meanings,
}: {
  of: OfWorld;
  name: string;
  view: TrafficView;
  /** The filter choices of the calls. */
  choices: DescribedChoices;
  /** The meaning of each error of the catalogue, in the viewer's language. */
  meanings: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("traffic");
  const root = `/support/partners/${of.partnerId}`;
  const [destination, go] = useDestination({ environment: of.environment, view });
  const linkTo = (to: Partial<Place>) => {
    const place = { ...destination, ...to };
    return { href: `${root}/${place.environment}?view=${place.view}`, onNavigate: () => go(place) };
  };
  return (
    <>
      <PageHeader
        title={t("titleOf", { name })}
        crumbs={[
          { label: t("partners"), href: "/support/partners" },
          { label: name, href: root },
        ]}
        description={t("description")}
        actions={<PartnerLink of={of} view={view} />}
      />
      <nav aria-label={t("environment")} className="mb-4 flex flex-wrap gap-2">
        {environments.map((environment) => (
          <ViewLink key={environment} {...linkTo({ environment })} isCurrent={environment === of.environment} isButton>
            {t(`environments.${environment}`)}
          </ViewLink>
        ))}
      </nav>
      <nav aria-label={t("views")} className="tab-strip mb-5 gap-x-5 border-b px-0.5">
        {trafficViews.map((each) => (
          <ViewLink key={each} {...linkTo({ view: each })} isCurrent={each === view}>
            {t(`view.${each}`)}
          </ViewLink>
        ))}
      </nav>
      {view === "calls" ? <PartnerCalls of={of} choices={choices} /> : null}
      {view === "causes" ? <PartnerCauses of={of} meanings={meanings} /> : null}
      {view === "deliveries" ? <PartnerDeliveries of={of} /> : null}
      {view === "events" ? <PartnerEvents of={of} /> : null}
      {view === "webhooks" ? <PartnerWebhooks of={of} /> : null}
    </>
  );
}

interface Place {
  environment: Environment;
  view: TrafficView;
}

/** The target of the last click; the next click starts from it, even while the page is loading. */
function useDestination({ environment, view }: Place): [Place, (to: Place) => void] {
  const [visible, setShown] = useState({ environment, view });
  const [destination, setDestination] = useState(visible);
  if (visible.environment !== environment || visible.view !== view) {
    setShown({ environment, view });
    setDestination({ environment, view });
  }
  return [destination, setDestination];
}

function ViewLink({
  href,
  onNavigate,
  isCurrent,
  isButton = false,
  children,
}: {
  href: string;
  onNavigate: () => void;
  isCurrent: boolean;
  isButton?: boolean;
  children: string;
}) {
  return (
    <Link
      href={href}
      onNavigate={onNavigate}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "font-medium whitespace-nowrap text-muted-foreground hover:text-foreground",
        isButton
          ? "rounded-md border px-3 py-1.5 text-sm aria-[current]:border-ring aria-[current]:bg-accent aria-[current]:text-foreground"
          : "border-b-2 border-transparent py-2 aria-[current]:border-primary aria-[current]:text-foreground",
      )}
    >
      {children}
    </Link>
  );
}

const environments = ["development", "production"] as const satisfies readonly Environment[];
const pagesOfPartner = {
  calls: "calls",
  causes: "calls/errors",
  deliveries: "deliveries",
  events: "events",
  webhooks: "webhooks",
} as const;

/** The address at which the partner's owners see the same. */
function PartnerLink({ of, view }: { of: OfWorld; view: TrafficView }) {
  const t = useTranslations("traffic");
  const filters = new URLSearchParams(useSearchParams());
  for (const name of ["view", "before", "after"]) filters.delete(name);
  const path = `/${of.environment}/${pagesOfPartner[view]}${filters.size === 0 ? "" : `?${filters}`}`;
  return (
    <CopyButton text={async () => new URL(path, location.origin).href} what={t("partnerLink")}>
      {t("copyPartnerLink")}
    </CopyButton>
  );
}
