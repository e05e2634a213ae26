import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { contractTitle } from "#lib/delivery/deliveries/subject.ts";
import type { ContractSubject } from "#lib/delivery/deliveries/subject.ts";

/** A link to a contract: by its title if its subject is known, otherwise by its identifier. */
export function ContractLink({ cid, subject }: { cid: string; subject?: ContractSubject }) {
  const environment = useEnvironment();
  return (
    <TextLink href={`/${environment}/contracts/${cid}`} className={subject === undefined ? "font-mono text-sm sm:whitespace-nowrap" : ""}>
      {subject === undefined ? cid : <span title={cid}>{contractTitle(subject, cid)}</span>}
    </TextLink>
  );
}
