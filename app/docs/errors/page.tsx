import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { proseTags } from "#components/docs/prose.tsx";
import { ErrorFilter } from "#components/docs/reference/error-filter.tsx";
import { documentedErrors } from "#components/docs/reference/error-groups.ts";
import { ErrorItem } from "#components/docs/reference/error-item.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.errors");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/errors" } };
}

export default async function ErrorsPage() {
  const [t, language, { docs }] = await Promise.all([getTranslations("docs.errors"), getLocale(), getMessages()]);
  const groups = documentedErrors(language);
  return (
    <DocsPage
      title={t("title")}
      lead={<p>{t.rich("lead", proseTags)}</p>}
      contents={groups.map(([name]) => ({ id: name, title: t(`groups.${name}`) }))}
      isWide
    >
      <NextIntlClientProvider messages={{ docs: { errors: docs.errors } }}>
        <ErrorFilter groups={groups.map(([name]) => name)} total={groups.flatMap(([, errors]) => errors).length} />
      </NextIntlClientProvider>
      {groups.map(([name, errors]) => (
        <DocsSection key={name} id={name} title={t(`groups.${name}`)}>
          <p className="max-w-3xl text-muted-foreground">{t(`groupTexts.${name}`)}</p>
          <ul className="divide-y overflow-hidden rounded-lg border bg-card shadow-xs">
            {errors.map((error) => (
              <ErrorItem key={error.name} error={error} />
            ))}
          </ul>
        </DocsSection>
      ))}
    </DocsPage>
  );
}
