import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { apiAddress } from "#components/docs/api-address.ts";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { docsPages } from "#components/docs/docs-pages.ts";
import { Paragraph, proseTags } from "#components/docs/prose.tsx";
import { Identifier } from "#components/portal/identifier.tsx";
import { KeyValue, KeyValueList } from "#components/portal/key-value.tsx";
import { cn } from "#components/ui/class-names.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors.ts";
import { eventTypes } from "#lib/events/catalogue.ts";

const counts = {
  firstContract: 0,
  firstClaim: 0,
  webhooks: eventTypes.length,
  sandbox: 0,
  errors: Object.keys(errorCatalogue).length,
  reference: endpoints.length,
  changelog: 0,
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.start");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs" } };
}

export default async function DocsStartPage() {
  const t = await getTranslations("docs");
  return (
    <DocsPage
      title={t("start.title")}
      lead={<p>{t("start.lead")}</p>}
      contents={[
        { id: "basics", title: t("start.basics") },
        { id: "machines", title: t("start.machines") },
      ]}
      isWide
    >
      <ul className="grid gap-4 sm:grid-cols-6">
        {docsPages.map(({ key, href }, index) =>
          key === "start" ? null : (
            <li
              key={key}
              // The four guides in twos, then what one looks things up in.
              className={cn(
                "group relative rounded-lg border bg-card p-5 shadow-xs hover:border-input",
                index <= 4 ? "sm:col-span-3" : "sm:col-span-2",
              )}
            >
              <Link
                href={href}
                className="flex items-center justify-between gap-2 text-lg font-semibold tracking-tight after:absolute after:inset-0 after:rounded-lg"
              >
                {t(`pages.${key}`)}
                <ArrowRight aria-hidden className="size-4 text-muted-foreground transition-transform group-hover:translate-x-0.5" />
              </Link>
              <p className="mt-1.5 text-foreground/85">{t(`start.cards.${key}`, { count: counts[key] })}</p>
            </li>
          ),
        )}
      </ul>
      <DocsSection id="basics" title={t("start.basics")}>
        <KeyValueList className="max-w-3xl lg:grid-cols-2">
          <KeyValue name={t("start.facts.address")} wide>
            <Identifier id={apiAddress()} what={t("start.facts.address")} />
          </KeyValue>
          <KeyValue name={t("start.facts.key")} wide>
            {t.rich("start.facts.keyText", proseTags)}
          </KeyValue>
          <KeyValue name={t("start.facts.format")} wide>
            {t("start.facts.formatText")}
          </KeyValue>
          <KeyValue name={t("start.facts.trace")} wide>
            {t.rich("start.facts.traceText", proseTags)}
          </KeyValue>
        </KeyValueList>
      </DocsSection>
      <DocsSection id="machines" title={t("start.machines")}>
        <Paragraph>{t.rich("start.machinesText", proseTags)}</Paragraph>
      </DocsSection>
    </DocsPage>
  );
}
