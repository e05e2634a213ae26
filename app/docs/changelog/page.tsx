import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { proseTags, TextList } from "#components/docs/prose.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { eventTypes } from "#lib/events/catalogue.ts";
import { publishedDocument } from "#lib/openapi/published.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.changelog");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/changelog" } };
}

export default async function ChangelogPage() {
  const t = await getTranslations("docs.changelog");
  const { version } = publishedDocument.info;
  return (
    <DocsPage
      title={t("title")}
      lead={<p>{t.rich("lead", proseTags)}</p>}
      contents={[
        { id: version, title: version },
        { id: "2.0.0", title: "2.0.0" },
        { id: "promise", title: t("promise.title") },
      ]}
    >
      <DocsSection id={version} title={version}>
        <Badge tone="outline" className="w-fit">
          {t("releases.v210.date")}
        </Badge>
        <TextList
          items={[
            t.rich("releases.v210.upload", proseTags),
            t.rich("releases.v210.renters", proseTags),
            t.rich("releases.v210.clients", proseTags),
            t.rich("releases.v210.wait", proseTags),
            t.rich("releases.v210.bulk", proseTags),
          ]}
        />
      </DocsSection>
      <DocsSection id="2.0.0" title="2.0.0">
        <Badge tone="outline" className="w-fit">
          {t("releases.v200.date")}
        </Badge>
        <TextList
          items={[
            t("releases.v200.contracts"),
            t("releases.v200.renewals"),
            t("releases.v200.catalogue"),
            t("releases.v200.claims"),
            t("releases.v200.webhooks", { count: eventTypes.length }),
            t.rich("releases.v200.events", proseTags),
            t.rich("releases.v200.idempotency", proseTags),
            t.rich("releases.v200.synonyms", proseTags),
          ]}
        />
      </DocsSection>
      <DocsSection id="promise" title={t("promise.title")}>
        <TextList items={[t("promise.gains"), t("promise.errors"), t("promise.keeps")]} />
      </DocsSection>
    </DocsPage>
  );
}
