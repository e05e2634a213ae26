import { SubjectTitle } from "#components/kit/facts/subject-title.tsx";
import { InsuranceLink } from "#components/shell/insurance-link.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";
import type { DeliverySubject } from "#lib/delivery/deliveries/overview.ts";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";

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
