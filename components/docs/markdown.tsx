import { compiler } from "markdown-to-jsx/react";
import type { MarkdownToJSX } from "markdown-to-jsx/react";
import type { ComponentProps } from "react";
import { Code, TextLink } from "#components/docs/prose.tsx";

const overrides: MarkdownToJSX.Overrides = {
  a: TextLink,
  code: Code,
  h2: ({ children }: ComponentProps<"h2">) => <h2 className="pt-4 text-xl font-semibold tracking-tight">{children}</h2>,
  ul: ({ children }: ComponentProps<"ul">) => <ul className="grid list-disc gap-1.5 pl-5 marker:text-muted-foreground">{children}</ul>,
  li: ({ children }: ComponentProps<"li">) => <li className="pl-1">{children}</li>,
};

/** Renders a description of the OpenAPI document, which is Markdown. */
export function Markdown({ text }: { text: string }) {
  return compiler(text, { wrapper: null, forceBlock: true, overrides });
}
