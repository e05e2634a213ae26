import { TextLink } from "#components/kit/facts/text-link.tsx";
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
    <span
      className="flex min-w-0 items-baseline gap-2 sm:max-w-72 @max-[60rem]:sm:max-w-52 @max-[48rem]:sm:max-w-36"
      title={titleOf([title, customer, renter, id]) ?? id}
    >
      <span className="min-w-0 truncate">
        <TextLink href={hrefOf(kind === "claim" ? "claims" : "contracts", subjectId)} className="relative">
          {title ?? <span className="font-mono text-sm">{id}</span>}
        </TextLink>
        {title === null || whose === null ? null : <span className="text-muted-foreground"> · {whose}</span>}
      </span>
      {title === null ? null : (
        <code className="shrink-0 font-mono text-sm text-muted-foreground">{id.startsWith("CLM-") ? id : `…${id.slice(-endOfId)}`}</code>
      )}
    </span>
  );
}
