import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { EventList } from "#components/docs/event-list.tsx";
import { Highlighted } from "#components/docs/highlighted.tsx";
import { Paragraph, proseTags, TextLink, TextList } from "#components/docs/prose.tsx";
import { receiverSample } from "#components/docs/receiver-sample.ts";
import { recoverySample } from "#components/docs/recovery-sample.ts";
import { operationHref, webhookChapter } from "#components/docs/reference-links.ts";
import { Samples } from "#components/docs/request-example.tsx";
import { RetrySchedule } from "#components/docs/retry-schedule.tsx";
import { sampleLanguages } from "#components/docs/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/sample-languages.ts";
import { SampleTabs } from "#components/docs/sample-tabs.tsx";
import { signatureSamples } from "#components/docs/signature-samples.ts";
import { CodeBlock, JsonView } from "#components/portal/json-view.tsx";
import { KeyValue, KeyValueList } from "#components/portal/key-value.tsx";
import { eventSamples } from "#lib/events/samples.ts";

const sections = ["create", "request", "verify", "answer", "retries", "duplicates", "recover", "local", "events"] as const;
const headers = ["x-event-id", "x-delivery-id", "x-delivery-attempt"] as const;
const eventType = "v2.contract.closed";
const commands = `npm run receiver
WEBHOOK_ALLOWED_HOSTS=localhost:4000 npm start`;

const signatureTabs = Object.fromEntries(
  sampleLanguages.map((language) => [language, <Highlighted key={language} code={signatureSamples[language]} />]),
) as Record<SampleLanguage, ReactNode>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.webhooks");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/webhooks" } };
}

export default async function WebhooksGuide() {
  const t = await getTranslations("docs.webhooks");
  const body = JSON.stringify({ event_type: eventType, data: eventSamples[eventType] });
  return (
    <DocsPage
      title={t("title")}
      lead={<p>{t.rich("lead", proseTags)}</p>}
      contents={sections.map((id) => ({ id, title: t(`${id}.title`) }))}
    >
      <DocsSection id="create" title={t("create.title")}>
        <Paragraph>{t("create.text")}</Paragraph>
        <Paragraph>{t.rich("create.rules", proseTags)}</Paragraph>
      </DocsSection>
      <DocsSection id="request" title={t("request.title")}>
        <Paragraph>{t.rich("request.text", proseTags)}</Paragraph>
        <JsonView text={body} what={t("request.body")} />
        <Paragraph>{t("request.headers")}</Paragraph>
        <KeyValueList>
          {headers.map((name) => (
            <KeyValue key={name} name={name} wide>
              {t(`headers.${name}`)}
            </KeyValue>
          ))}
        </KeyValueList>
      </DocsSection>
      <DocsSection id="verify" title={t("verify.title")}>
        <Paragraph>{t("verify.text")}</Paragraph>
        <Paragraph>
          {t.rich("verify.signature", {
            ...proseTags,
            standard: (words) => <TextLink href="https://www.standardwebhooks.com">{words}</TextLink>,
          })}
        </Paragraph>
        <Samples>
          <SampleTabs title={t("verify.sample")} label={t("verify.language")} samples={signatureTabs} />
        </Samples>
        <Paragraph>{t.rich("verify.library", proseTags)}</Paragraph>
        <Paragraph>{t.rich("verify.rotation", proseTags)}</Paragraph>
        <TextList items={[t.rich("verify.token", proseTags), t.rich("verify.addresses", proseTags)]} />
      </DocsSection>
      <DocsSection id="answer" title={t("answer.title")}>
        <Paragraph>{t.rich("answer.text", proseTags)}</Paragraph>
        <CodeBlock text={receiverSample} what={t("answer.sample")}>
          <Highlighted code={receiverSample} />
        </CodeBlock>
        <Paragraph>{t("answer.memory")}</Paragraph>
      </DocsSection>
      <DocsSection id="retries" title={t("retries.title")}>
        <Paragraph>{t("retries.text")}</Paragraph>
        <RetrySchedule />
        <Paragraph>{t("retries.then")}</Paragraph>
      </DocsSection>
      <DocsSection id="duplicates" title={t("duplicates.title")}>
        <Paragraph>{t.rich("duplicates.text", proseTags)}</Paragraph>
        <Paragraph>{t.rich("duplicates.order", proseTags)}</Paragraph>
      </DocsSection>
      <DocsSection id="recover" title={t("recover.title")}>
        <Paragraph>{t("recover.text")}</Paragraph>
        <TextList
          items={[
            t.rich("recover.portal", proseTags),
            t.rich("recover.api", { ...proseTags, events: (words) => <TextLink href={operationHref("listEvents")}>{words}</TextLink> }),
          ]}
        />
        <CodeBlock text={recoverySample} what={t("recover.sample")}>
          <Highlighted code={recoverySample} />
        </CodeBlock>
        <Paragraph>{t.rich("recover.late", proseTags)}</Paragraph>
      </DocsSection>
      <DocsSection id="local" title={t("local.title")}>
        <Paragraph>{t.rich("local.text", proseTags)}</Paragraph>
        <CodeBlock text={commands} what={t("local.commands")} />
        <Paragraph>{t.rich("local.then", proseTags)}</Paragraph>
      </DocsSection>
      <DocsSection id="events" title={t("events.title")}>
        <Paragraph>
          {t.rich("events.text", { chapter: (words) => <TextLink href={`/docs/reference/${webhookChapter}`}>{words}</TextLink> })}
        </Paragraph>
        <EventList />
      </DocsSection>
    </DocsPage>
  );
}
