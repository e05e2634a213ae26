import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import type { EventRow } from "#lib/events/list-for-portal.ts";

const sections = { contract: "contracts", claim: "claims" } as const;

/** The way to the contract or claim that an event is about. */
export function SubjectLink({ subject: { kind, id, name } }: { subject: EventRow["subject"] }) {
  const environment = useEnvironment();
  return (
    <TextLink href={`/${environment}/${sections[kind]}/${encodeURIComponent(id)}`}>
      <code className="font-mono text-sm sm:whitespace-nowrap">{name}</code>
    </TextLink>
  );
}
