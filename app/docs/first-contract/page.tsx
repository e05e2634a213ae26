import type { Metadata } from "next";
import { getNow, getTranslations } from "next-intl/server";
import { findReadersRenter } from "#app/docs/readers-renter.ts";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { firstContractSteps } from "#components/docs/first-contract-steps.ts";
import { GuideExample } from "#components/docs/guide-example.tsx";
import { GuideSetUp } from "#components/docs/guide-set-up.tsx";
import { Paragraph, proseTags, TextList } from "#components/docs/prose.tsx";
import { Samples } from "#components/docs/request-example.tsx";
import { Alert } from "#components/ui/alert.tsx";

const stepNames = Object.keys(firstContractSteps) as (keyof typeof firstContractSteps)[];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.firstContract");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/first-contract" } };
}

export default async function FirstContractPage() {
  const [t, now, renter] = await Promise.all([getTranslations("docs.firstContract"), getNow(), findReadersRenter()]);
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
          <Paragraph>{t("key.shell")}</Paragraph>
          <Alert tone="warning">{t("key.secret")}</Alert>
        </DocsSection>
        {stepNames.map((name) => (
          <DocsSection key={name} id={name} title={t(`${name}.title`)}>
            <Paragraph>{t.rich(`${name}.text`, proseTags)}</Paragraph>
            <GuideExample step={firstContractSteps[name]} now={now} />
            {name === "create" ? (
              <>
                <p className="text-muted-foreground">{t("create.dates")}</p>
                <h3 className="font-semibold">{t("retry.title")}</h3>
                <Paragraph>{t.rich("retry.text", proseTags)}</Paragraph>
              </>
            ) : null}
          </DocsSection>
        ))}
        <DocsSection id="next" title={t("next.title")}>
          <TextList
            items={[
              t.rich("next.webhooks", proseTags),
              t.rich("next.claim", proseTags),
              t.rich("next.errors", proseTags),
              t("next.production"),
            ]}
          />
        </DocsSection>
      </DocsPage>
    </Samples>
  );
}
