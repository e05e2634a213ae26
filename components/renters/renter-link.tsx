import { TextLink } from "#components/kit/facts/text-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";

export function RenterLink({ uid, name }: { uid: string; name: string | null }) {
  const environment = useEnvironment();
  return (
    <span className="block sm:max-w-48 sm:truncate" title={name ?? uid}>
      <TextLink href={`/${environment}/renters/${encodeURIComponent(uid)}`}>{name ?? uid}</TextLink>
    </span>
  );
}
