import Link from "next/link";
import type { ReactNode } from "react";

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-sm bg-muted px-1 py-0.5 font-mono text-[0.92em] [overflow-wrap:anywhere] text-foreground">{children}</code>
  );
}

const linkClasses = "rounded-sm text-link underline decoration-link/40 underline-offset-3 hover:decoration-link";

/** A link within a sentence, told by more than its colour. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    // Lists of hundreds of links would else fetch hundreds of pages ahead.
    <Link href={href} prefetch={false} className={linkClasses}>
      {children}
    </Link>
  );
}

/** A link to a file, which is no page of the site. */
function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={linkClasses}>
      {children}
    </a>
  );
}

export const proseTags = {
  code: (words: ReactNode) => <Code>{words}</Code>,
  strong: (words: ReactNode) => <strong className="font-semibold text-foreground">{words}</strong>,
  claim: (words: ReactNode) => <TextLink href="/docs/first-claim">{words}</TextLink>,
  contract: (words: ReactNode) => <TextLink href="/docs/first-contract">{words}</TextLink>,
  errors: (words: ReactNode) => <TextLink href="/docs/errors">{words}</TextLink>,
  reference: (words: ReactNode) => <TextLink href="/docs/reference">{words}</TextLink>,
  webhooks: (words: ReactNode) => <TextLink href="/docs/webhooks">{words}</TextLink>,
  openapi: (words: ReactNode) => <FileLink href="/v2/openapi.json">{words}</FileLink>,
  llms: (words: ReactNode) => <FileLink href="/llms.txt">{words}</FileLink>,
  full: (words: ReactNode) => <FileLink href="/llms-full.txt">{words}</FileLink>,
  skill: (words: ReactNode) => <FileLink href="/skill.md">{words}</FileLink>,
};

export function Paragraph({ children }: { children: ReactNode }) {
  return <p className="max-w-3xl text-lg/relaxed text-foreground/90">{children}</p>;
}

/** Steps (`ordered`) or points. */
export function TextList({ items, ordered = false }: { items: readonly ReactNode[]; ordered?: boolean }) {
  const List = ordered ? "ol" : "ul";
  return (
    <List
      className={`grid max-w-3xl gap-2 pl-5 text-lg/relaxed text-foreground/90 marker:text-muted-foreground ${ordered ? "list-decimal" : "list-disc"}`}
    >
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the points of a text have their place and nothing else
        <li key={index} className="pl-1">
          {item}
        </li>
      ))}
    </List>
  );
}
