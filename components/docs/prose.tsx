import { compiler } from "markdown-to-jsx/react";
import type { MarkdownToJSX } from "markdown-to-jsx/react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";

export function Code({ children }: { children?: ReactNode }) {
  return (
    <code className="rounded-sm bg-muted px-1 py-0.5 font-mono text-[0.92em] [overflow-wrap:anywhere] text-foreground">{children}</code>
  );
}

function Strong({ children }: { children?: ReactNode }) {
  return <strong className="font-semibold text-foreground">{children}</strong>;
}

/** A link within text, marked by more than its colour. */
export function TextLink({ href = "", children }: { href?: string; children?: ReactNode }) {
  const className = "rounded-sm text-link underline decoration-link/40 underline-offset-3 hover:decoration-link";
  // Other sites, files such as /llms.txt, and the documentation, which is served as it is, are loaded as a whole.
  if (!href.startsWith("/") || /\.\w+$|^\/docs/.test(href)) {
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  }
  return (
    // Lists of hundreds of links would prefetch hundreds of pages.
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}

const text = "max-w-3xl text-lg/relaxed text-foreground/90";
const list = `grid gap-2 pl-5 marker:text-muted-foreground ${text}`;

/** How the elements of a guide's Markdown are rendered. */
export const proseOverrides: MarkdownToJSX.Overrides = {
  a: TextLink,
  code: Code,
  strong: Strong,
  p: ({ children }: ComponentProps<"p">) => <p className={text}>{children}</p>,
  ul: ({ children }: ComponentProps<"ul">) => <ul className={`list-disc ${list}`}>{children}</ul>,
  ol: ({ children }: ComponentProps<"ol">) => <ol className={`list-decimal ${list}`}>{children}</ol>,
  li: ({ children }: ComponentProps<"li">) => <li className="pl-1">{children}</li>,
  table: ({ children }: ComponentProps<"table">) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className="overflow-x-auto rounded-lg border bg-card shadow-xs" tabIndex={0}>
      <table className="w-full text-left">{children}</table>
    </div>
  ),
  thead: ({ children }: ComponentProps<"thead">) => <thead className="border-b text-sm text-muted-foreground">{children}</thead>,
  tbody: ({ children }: ComponentProps<"tbody">) => <tbody className="divide-y">{children}</tbody>,
  th: ({ children }: ComponentProps<"th">) => <th className="px-4 py-2 font-medium">{children}</th>,
  td: ({ children }: ComponentProps<"td">) => <td className="px-4 py-2 align-top first:whitespace-nowrap">{children}</td>,
};

/** The tags that the messages of `docs` use. */
export const proseTags = {
  code: (words: ReactNode) => <Code>{words}</Code>,
  reference: (words: ReactNode) => <TextLink href="/docs/reference">{words}</TextLink>,
  openapi: (words: ReactNode) => <TextLink href="/v2/openapi.json">{words}</TextLink>,
};

/** How the elements of a description are rendered. */
const overrides: MarkdownToJSX.Overrides = {
  a: TextLink,
  code: Code,
  h2: ({ children }: ComponentProps<"h2">) => <h2 className="pt-4 text-xl font-semibold tracking-tight">{children}</h2>,
  ul: ({ children }: ComponentProps<"ul">) => <ul className="grid list-disc gap-1.5 pl-5 marker:text-muted-foreground">{children}</ul>,
  li: ({ children }: ComponentProps<"li">) => <li className="pl-1">{children}</li>,
};

/** Renders a description of the OpenAPI document, which is Markdown. */
export function Markdown({ text: markdown }: { text: string }) {
  return compiler(markdown, { wrapper: null, forceBlock: true, overrides });
}
