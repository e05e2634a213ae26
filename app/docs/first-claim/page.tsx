import type { Metadata } from "next";
import { getNow, getTranslations } from "next-intl/server";
import { findReadersRenter } from "#app/docs/readers-renter.ts";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { firstClaimSteps } from "#components/docs/first-claim-steps.ts";
import { GuideExample } from "#components/docs/guide-example.tsx";
import { GuideSetUp } from "#components/docs/guide-set-up.tsx";
import { Paragraph, proseTags, TextList } from "#components/docs/prose.tsx";
import { Samples } from "#components/docs/request-example.tsx";

const stepNames = Object.keys(firstClaimSteps) as (keyof typeof firstClaimSteps)[];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.firstClaim");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/first-claim" } };
}

export default async function FirstClaimPage() {
  const [t, now, renter] = await Promise.all([getTranslations("docs.firstClaim"), getNow(), findReadersRenter()]);
  return (
    <Samples>
      <DocsPage
        title={t("title")}
        lead={<p>{t("lead")}</p>}
        contents={(["key", ...stepNames, "next"] as const).map((id) => ({ id, title: t(`${id}.title`) }))}
      >
        <DocsSection id="key" title={t("key.title")}>
          <Paragraph>{t.rich("key.text", proseTags)}</Paragraph>
          <GuideSetUp renterUid={renter?.uid} />
        </DocsSection>
        {stepNames.map((name) => (
          <DocsSection key={name} id={name} title={t(`${name}.title`)}>
            <Paragraph>{t.rich(`${name}.text`, proseTags)}</Paragraph>
            <GuideExample step={firstClaimSteps[name]} now={now} />
          </DocsSection>
        ))}
        <DocsSection id="next" title={t("next.title")}>
          <TextList items={[t.rich("next.webhooks", proseTags), t.rich("next.errors", proseTags)]} />
        </DocsSection>
      </DocsPage>
    </Samples>
  );
}
