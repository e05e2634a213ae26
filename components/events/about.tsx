import { useTranslations } from "next-intl";
import { SubjectTitle } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { useHrefOf } from "#components/shell/environment.tsx";
import { InsuranceLink } from "#components/shell/insurance-link.tsx";
import type { DeliverySubject } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

const sections = { contract: "contracts", claim: "claims" } as const;

const endOfId = 6;

/** The contract or claim that an event is about: its product, marking and customer, and its number or the end of its identifier. */
export function About({
  about: { kind, id, product, marking, customer, renter },
  subjectId,
}: {
  about: DeliverySubject;
  subjectId: string;
}) {
  const hrefOf = useHrefOf();
  const title = titleOf([product, marking]);
  const whose = titleOf([customer]) ?? renter;
  return (
    <span className="flex max-w-full min-w-0 items-baseline gap-2" title={titleOf([title, customer, renter, id]) ?? id}>
      <span className="flex min-w-0">
        <InsuranceLink href={hrefOf(kind === "claim" ? "claims" : "contracts", subjectId)} className="relative min-w-0 truncate">
          {title === null ? <span className="font-mono text-sm">{id}</span> : <SubjectTitle name={product} marking={marking} />}
        </InsuranceLink>
        {title === null || whose === null ? null : (
          <span className="min-w-0 shrink-[9999] truncate whitespace-pre text-muted-foreground @max-[68rem]:hidden">{` · ${whose}`}</span>
        )}
      </span>
      {title === null ? null : (
        <code className="shrink-0 font-mono text-sm text-muted-foreground @max-[76rem]:hidden">
          {id.startsWith("CLM-") ? id : `…${id.slice(-endOfId)}`}
        </code>
      )}
    </span>
  );
}

/** The way to the contract or claim that an event is about. */
export function SubjectLink({ subject: { kind, id, name } }: { subject: EventRow["subject"] }) {
  const hrefOf = useHrefOf();
  return (
    <InsuranceLink href={hrefOf(sections[kind], id)}>
      <code className="font-mono text-sm sm:whitespace-nowrap">{name}</code>
    </InsuranceLink>
  );
}

export function DeliveryCounts({ deliveries }: { deliveries: Partial<Record<DeliveryStatus, number>> }) {
  const t = useTranslations("events");
  const counts = Object.entries(deliveries) as [DeliveryStatus, number][];
  if (counts.length === 0) return <span className="whitespace-nowrap text-muted-foreground">{t("noDeliveries")}</span>;
  return (
    <span className="inline-flex items-center gap-x-2 align-middle">
      {counts.map(([status, count]) => (
        <span key={status} className="inline-flex items-center gap-1">
          <StatusBadge of="delivery" status={status} />
          {count === 1 ? null : <span className="tabular-nums">{count}</span>}
        </span>
      ))}
    </span>
  );
}
