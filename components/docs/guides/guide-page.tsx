import { astToJSX, RuleType } from "markdown-to-jsx/react";
import type { MarkdownToJSX } from "markdown-to-jsx/react";
import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { Fragment } from "react";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { findGuideComponent, findStep } from "#components/docs/guides/guide-components.tsx";
import type { GuideContext } from "#components/docs/guides/guide-components.tsx";
import { GuideProgress } from "#components/docs/guides/guide-progress.tsx";
import type { GuidePart } from "#components/docs/guides/guide-record.ts";
import { guidesIn, readHeading } from "#components/docs/guides/guides.ts";
import type { Guide, GuideSection, MarkdownNode } from "#components/docs/guides/guides.ts";
import { proseOverrides } from "#components/docs/prose.tsx";
import { withBaseAddress } from "#components/docs/samples/api-address.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { languageOf } from "#lib/platform/i18n/locales.ts";

/** Reads a guide in the reader's language; answers 404 for an unknown one. */
async function readGuide(slug: string): Promise<Guide> {
  const language = languageOf(await getLocale());
  return guidesIn(language).find((guide) => guide.slug === slug) ?? notFound();
}

export async function guideMetadata(slug: string): Promise<Metadata> {
  const { title, description, href } = await readGuide(slug);
  return { title, description, alternates: { canonical: href } };
}

export async function GuidePage({ context, isWide = false }: { context: GuideContext; isWide?: boolean }) {
  const { title, lead, sections } = await readGuide(context.slug);
  const [first, ...rest] = lead;
  return (
    <DocsPage
      title={title}
      lead={first && astToJSX([first], { wrapper: null, overrides: { ...proseOverrides, p: "p" } })}
      contents={sections}
      isWide={isWide}
    >
      {rest.length === 0 ? null : <div className="grid gap-4">{render(rest, context)}</div>}
      <GuideProgress guide={context.slug} parts={sections.flatMap((section) => readParts(context.slug, section))}>
        {sections.map((section) => (
          <DocsSection key={section.id} id={section.id} title={section.title}>
            {render(section.nodes, context)}
          </DocsSection>
        ))}
      </GuideProgress>
    </DocsPage>
  );
}

/** The steps of a section that can be tried, and the section that shows what they made. */
function readParts(slug: string, { id, title, nodes }: GuideSection): GuidePart[] {
  return nodes.flatMap((node): GuidePart[] => {
    if (node.type !== RuleType.htmlBlock && node.type !== RuleType.htmlSelfClosing) return [];
    if (node.tag === "Outcome") return [{ section: id, title, gives: [] }];
    const name: unknown = node.tag === "Request" ? node.attrs?.["step"] : undefined;
    if (typeof name !== "string") return [];
    const { capture = {}, isProduction = false } = findStep(slug, name);
    return isProduction ? [] : [{ step: name, section: id, title, gives: Object.keys(capture) }];
  });
}

function render(nodes: MarkdownNode[], context: GuideContext) {
  const renderRule: MarkdownToJSX.Options["renderRule"] = (next, node, renderChildren, state) => {
    switch (node.type) {
      case RuleType.htmlBlock:
      case RuleType.htmlSelfClosing:
        return <Fragment key={state.key}>{findGuideComponent(node.tag).page(node.attrs ?? {}, context)}</Fragment>;
      case RuleType.heading: {
        const { id, title } = readHeading(context.slug, node);
        return (
          <h3 key={state.key} id={id} className="font-semibold">
            {title}
          </h3>
        );
      }
      case RuleType.codeBlock: {
        const { title = node.lang ?? "" } = (node.attrs ?? {}) as { title?: string };
        const code = withBaseAddress(node.text);
        return (
          <CodeBlock key={state.key} text={code} what={title}>
            <Highlighted code={code} />
          </CodeBlock>
        );
      }
      case RuleType.blockQuote:
        return (
          <Alert key={state.key} tone={node.alert === "WARNING" ? "warning" : "info"}>
            {renderChildren(
              node.children.flatMap((child) => (child.type === RuleType.paragraph ? child.children : [child])),
              state,
            )}
          </Alert>
        );
      default:
        return next();
    }
  };
  return astToJSX(nodes, { wrapper: null, overrides: proseOverrides, renderRule });
}
