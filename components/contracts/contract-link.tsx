import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";

/** A contract's identifier as a link that does not wrap if there is room. */
export function ContractLink({ cid }: { cid: string }) {
  const environment = useEnvironment();
  return (
    <TextLink href={`/${environment}/contracts/${cid}`} className="font-mono text-sm sm:whitespace-nowrap">
      {cid}
    </TextLink>
  );
}
