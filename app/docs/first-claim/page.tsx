import type { Metadata } from "next";
import { getNow, getTranslations } from "next-intl/server";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { shiftExampleToNow } from "#components/docs/example-dates.ts";
import { firstClaimSteps } from "#components/docs/first-claim-steps.ts";
import { Paragraph, proseTags, TextList } from "#components/docs/prose.tsx";
import { RequestExample, Samples } from "#components/docs/request-example.tsx";
import { Alert } from "#components/ui/alert.tsx";

const stepNames = Object.keys(firstClaimSteps) as (keyof typeof firstClaimSteps)[];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.firstClaim");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/first-claim" } };
}

export default async function FirstClaimPage() {
  const [t, now] = await Promise.all([getTranslations("docs.firstClaim"), getNow()]);
  return (
    <Samples>
      <DocsPage
        title={t("title")}
        lead={<p>{t.rich("lead", proseTags)}</p>}
        contents={([...stepNames, "next"] as const).map((id) => ({ id, title: t(`${id}.title`) }))}
      >
        {stepNames.map((name) => {
          const { endpoint, example } = firstClaimSteps[name];
          return (
            <DocsSection key={name} id={name} title={t(`${name}.title`)}>
              <Paragraph>{t.rich(`${name}.text`, proseTags)}</Paragraph>
              <RequestExample endpoint={endpoint} example={shiftExampleToNow(example, now)} title={`${endpoint.method} ${endpoint.path}`} />
              {name === "contract" ? <Alert tone="info">{t("contract.dates")}</Alert> : null}
            </DocsSection>
          );
        })}
        <DocsSection id="next" title={t("next.title")}>
          <TextList items={[t.rich("next.webhooks", proseTags), t.rich("next.errors", proseTags)]} />
        </DocsSection>
      </DocsPage>
    </Samples>
  );
}
