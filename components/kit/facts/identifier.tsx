import { CopyButton } from "#components/kit/code/copy-button.tsx";

/** An identifier in full, to be read and copied. */
export function Identifier({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{id}</code>
      <CopyButton text={id} what={what} className="-my-1" />
    </span>
  );
}
