import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { apiAddress } from "#components/docs/api-address.ts";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { Highlighted } from "#components/docs/highlighted.tsx";
import { Paragraph, proseTags, TextLink, TextList } from "#components/docs/prose.tsx";
import { rehearsalSample, rehearsalScript } from "#components/docs/rehearsal-sample.ts";
import { Disclosure } from "#components/portal/disclosure.tsx";
import { CodeBlock } from "#components/portal/json-view.tsx";
import { eventTypes } from "#lib/events/catalogue.ts";
import { asShell } from "#lib/recipes/as-shell.ts";
import { recipes } from "#lib/recipes/recipes.ts";

const sections = ["clock", "insurer", "startOver", "rehearsal", "recipes", "readiness"] as const;
const tags = {
  ...proseTags,
  sandbox: (words: ReactNode) => <TextLink href="/docs/reference/sandbox">{words}</TextLink>,
  portal: (words: ReactNode) => <TextLink href="/development/sandbox">{words}</TextLink>,
  catalogue: (words: ReactNode) => <TextLink href="/development/events/catalogue">{words}</TextLink>,
  list: (words: ReactNode) => <TextLink href="/development/readiness">{words}</TextLink>,
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.sandbox");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/sandbox" } };
}

export default async function SandboxGuide() {
  const t = await getTranslations("docs.sandbox");
  return (
    <DocsPage
      title={t("title")}
      lead={<p>{t.rich("lead", tags)}</p>}
      contents={sections.map((id) => ({ id, title: t(`${id}.title`, { count: eventTypes.length }) }))}
    >
      <DocsSection id="clock" title={t("clock.title")}>
        <Paragraph>{t.rich("clock.text", tags)}</Paragraph>
        <Paragraph>{t.rich("clock.real", tags)}</Paragraph>
      </DocsSection>
      <DocsSection id="insurer" title={t("insurer.title")}>
        <Paragraph>{t.rich("insurer.text", tags)}</Paragraph>
        <Paragraph>{t.rich("insurer.reopen", tags)}</Paragraph>
      </DocsSection>
      <DocsSection id="startOver" title={t("startOver.title")}>
        <Paragraph>{t.rich("startOver.text", tags)}</Paragraph>
      </DocsSection>
      <DocsSection id="rehearsal" title={t("rehearsal.title")}>
        <Paragraph>{t.rich("rehearsal.text", tags)}</Paragraph>
        <TextList items={[t.rich("rehearsal.webhook", tags), t.rich("rehearsal.environment", tags)]} />
        <CodeBlock text={rehearsalSample} what="rehearsal.ts">
          <Highlighted code={rehearsalSample} />
        </CodeBlock>
        <Paragraph>{t.rich("rehearsal.shell", tags)}</Paragraph>
        <CodeBlock text={rehearsalScript} what="rehearsal.sh">
          <Highlighted code={rehearsalScript} />
        </CodeBlock>
      </DocsSection>
      <DocsSection id="recipes" title={t("recipes.title", { count: eventTypes.length })}>
        <Paragraph>{t.rich("recipes.text", tags)}</Paragraph>
        <div className="overflow-hidden rounded-lg border bg-card shadow-xs">
          {eventTypes.map((eventType) => (
            <Disclosure
              key={eventType}
              title={<code className="font-mono text-sm">{eventType}</code>}
              className="rounded-none border-0 border-t shadow-none first:border-t-0"
            >
              <CodeBlock text={asShell(recipes[eventType], apiAddress())} what={eventType} />
            </Disclosure>
          ))}
        </div>
      </DocsSection>
      <DocsSection id="readiness" title={t("readiness.title")}>
        <Paragraph>{t.rich("readiness.text", tags)}</Paragraph>
      </DocsSection>
    </DocsPage>
  );
}
