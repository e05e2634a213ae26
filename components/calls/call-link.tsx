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

/** Longer parts of a path are cut in their middle if they are identifiers, which have digits: names of endpoints stay whole. */
const longest = 16;

const [headLength, tailLength] = [6, 4];

/** A path that fits a row: its identifiers keep their ends, by which people tell them apart. */
export function shortPath(path: string): string {
  return path
    .split("/")
    .map((part) => (part.length > longest && /\d/.test(part) ? `${part.slice(0, headLength)}…${part.slice(-tailLength)}` : part))
    .join("/");
}
