import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import type { CallSubject } from "#lib/calls/list.ts";

const folders = { contract: "contracts", claim: "claims", product: "products" } as const satisfies Record<CallSubject["kind"], string>;

/** The contract, claim or product of a call; in a row above the row's own link. */
export function CallSubjectLink({ about: { kind, id, name } }: { about: CallSubject }) {
  const environment = useEnvironment();
  return (
    <TextLink
      href={`/${environment}/${folders[kind]}/${encodeURIComponent(id)}`}
      className="relative block max-w-40 truncate font-mono text-xs"
    >
      {name}
    </TextLink>
  );
}
