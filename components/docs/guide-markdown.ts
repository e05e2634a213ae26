import { astToMarkdown, RuleType } from "markdown-to-jsx/markdown";
import type { MarkdownCompilerOptions } from "markdown-to-jsx/markdown";
import { findGuideComponent } from "#components/docs/guide-components.tsx";
import { readHeading } from "#components/docs/guides.ts";
import type { Guide, MarkdownNode } from "#components/docs/guides.ts";
import { markdownAddress } from "#components/docs/markdown-text.ts";

/** A guide as plain Markdown: components as text, dates of commands by `now`, and links that work from anywhere. */
export function guideMarkdown({ slug, title, lead, sections }: Guide, now: Date): string[] {
  const renderRule: MarkdownCompilerOptions["renderRule"] = (next, node, renderChildren) => {
    switch (node.type) {
      case RuleType.htmlBlock:
      case RuleType.htmlSelfClosing:
        return findGuideComponent(node.tag).markdown(node.attrs ?? {}, { slug, now });
      case RuleType.heading:
        return `${"#".repeat(node.level)} ${readHeading(slug, node).title}`;
      case RuleType.link:
        return `[${renderChildren(node.children)}](${markdownAddress(node.target ?? "")})`;
      default:
        return next();
    }
  };
  const write = (nodes: MarkdownNode[]) => astToMarkdown(nodes, { renderRule });
  return [`# ${title}`, write(lead), ...sections.flatMap((section) => [`## ${section.title}`, write(section.nodes)])];
}
