import { TextLink } from "#components/portal/text-link.tsx";
import type { EventRow } from "#lib/events/list-for-portal.ts";
import type { Environment } from "#lib/partners/schema.ts";

const sections = { contract: "contracts", claim: "claims" } as const;

/** The way to the contract or claim that an event is about. */
export function SubjectLink({ environment, subject: { kind, id, name } }: { environment: Environment; subject: EventRow["subject"] }) {
  return (
    <TextLink href={`/${environment}/${sections[kind]}/${encodeURIComponent(id)}`}>
      <code className="font-mono text-sm sm:whitespace-nowrap">{name}</code>
    </TextLink>
  );
}
