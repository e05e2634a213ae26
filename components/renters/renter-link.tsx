import { TextLink } from "#components/portal/text-link.tsx";
import type { Environment } from "#lib/partners/schema.ts";

export function RenterLink({ environment, uid, name }: { environment: Environment; uid: string; name: string | null }) {
  return (
    <span className="block sm:max-w-48 sm:truncate" title={name ?? uid}>
      <TextLink href={`/${environment}/renters/${encodeURIComponent(uid)}`}>{name ?? uid}</TextLink>
    </span>
  );
}
