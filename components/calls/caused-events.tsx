import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { InsuranceLink } from "#components/shell/insurance-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { TitledCard } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { CausedEvent } from "#lib/developer/calls/read.ts";

/** The events that a call caused, with the state of their deliveries. */
export function CausedEvents({
  events,
  hasMore,
}: {
  events: readonly CausedEvent[];
  /** True if the call caused more events than are shown. */
  hasMore: boolean;
}) {
  const environment = useEnvironment();
  const t = useTranslations("calls.caused");
  return (
    <TitledCard title={t("title")}>
      {events.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {events.map(({ id, eventType, subjectId, deliveries }) => (
          <li key={id} className="grid min-w-0 gap-1.5 [overflow-wrap:anywhere]">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-mono text-sm font-medium">{eventType}</span>
              {eventCatalogue[eventType].payload === "claim" ? (
                <span className="font-mono text-sm text-muted-foreground">{subjectId}</span>
              ) : (
                <InsuranceLink href={`/${environment}/contracts/${encodeURIComponent(subjectId)}`}>
                  <span className="font-mono text-sm">{subjectId}</span>
                </InsuranceLink>
              )}
            </p>
            {deliveries.length === 0 ? (
              <p className="text-sm text-muted-foreground">{t("nowhere")}</p>
            ) : (
              <ul className="flex flex-wrap gap-2">
                {deliveries.map((delivery) => (
                  <li key={delivery.id} className="max-w-full">
                    <Link
                      href={`/${environment}/deliveries/${delivery.id}`}
                      className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border bg-card px-2.5 py-1 text-sm hover:bg-accent"
                    >
                      <span className="min-w-0 max-w-56 truncate">{delivery.webhookName}</span>
                      <StatusBadge of="delivery" status={delivery.status} />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {hasMore ? <p className="mt-4 text-sm text-muted-foreground">{t("more", { count: events.length })}</p> : null}
    </TitledCard>
  );
}
