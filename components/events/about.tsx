import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";
import type { DeliverySubject } from "#lib/delivery/deliveries/overview.ts";

const endOfId = 6;

/** The contract or claim that an event is about: by its product and company, and by its number or the end of its identifier. */
export function About({ about: { kind, id, product, renter }, subjectId }: { about: DeliverySubject; subjectId: string }) {
  const hrefOf = useHrefOf();
  const words = [product, renter].filter((word) => word !== null && word !== "");
  return (
    <span className="flex min-w-0 items-baseline gap-2 sm:max-w-72" title={[...words, id].join(" · ")}>
      <span className="min-w-0 truncate">
        <TextLink href={hrefOf(kind === "claim" ? "claims" : "contracts", subjectId)} className="relative">
          {words.length === 0 ? <span className="font-mono text-sm">{id}</span> : words[0]}
        </TextLink>
        {words.length > 1 ? <span className="text-muted-foreground"> · {words[1]}</span> : null}
      </span>
      {words.length === 0 ? null : (
        <code className="shrink-0 font-mono text-sm text-muted-foreground">{id.startsWith("CLM-") ? id : `…${id.slice(-endOfId)}`}</code>
      )}
    </span>
  );
}
