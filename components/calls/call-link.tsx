import { TextLink } from "#components/kit/facts/text-link.tsx";

/** A call by its execution id: a link to its page while the log keeps it, and text afterwards. */
export function CallLink({
  executionId,
  href,
  isKept,
  isShort = false,
}: {
  executionId: string;
  href: string;
  isKept: boolean;
  isShort?: boolean;
}) {
  const id = (
    <code className="font-mono text-sm" title={isShort ? executionId : undefined}>
      {executionId}
    </code>
  );
  const className = isShort ? "block max-w-40 truncate" : "";
  return isKept ? (
    <TextLink href={href} className={className}>
      {id}
    </TextLink>
  ) : (
    <span className={className}>{id}</span>
  );
}
