import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";
import type { CallSubject } from "#lib/developer/calls/list.ts";

const folders = { contract: "contracts", claim: "claims", product: "products" } as const satisfies Record<CallSubject["kind"], string>;

/** The contract, claim or product of a call; in a row above the row's own link. */
export function CallSubjectLink({ about: { kind, id, name } }: { about: CallSubject }) {
  const hrefOf = useHrefOf();
  return (
    <TextLink href={hrefOf(folders[kind], id)} className="relative block max-w-40 truncate font-mono text-xs">
      {name}
    </TextLink>
  );
}
