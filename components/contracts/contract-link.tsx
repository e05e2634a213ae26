import { TextLink } from "#components/portal/text-link.tsx";
import type { Environment } from "#lib/partners/schema.ts";

/** A contract by its identifier, which stays in one piece where there is room. */
export function ContractLink({ environment, cid }: { environment: Environment; cid: string }) {
  return (
    <TextLink href={`/${environment}/contracts/${cid}`} className="font-mono text-sm sm:whitespace-nowrap">
      {cid}
    </TextLink>
  );
}
