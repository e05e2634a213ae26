import { InsuranceLink } from "#components/shell/insurance-link.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

const sections = { contract: "contracts", claim: "claims" } as const;

/** The way to the contract or claim that an event is about. */
export function SubjectLink({ subject: { kind, id, name } }: { subject: EventRow["subject"] }) {
  const hrefOf = useHrefOf();
  return (
    <InsuranceLink href={hrefOf(sections[kind], id)}>
      <code className="font-mono text-sm sm:whitespace-nowrap">{name}</code>
    </InsuranceLink>
  );
}
