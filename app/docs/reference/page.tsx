import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Markdown, TextLink, proseTags } from "#components/docs/prose.tsx";
import { ReferenceFrame } from "#components/docs/reference/reference-frame.tsx";
import { chapters, inLanguage, tagInLanguage, webhookChapter } from "#components/docs/reference/reference-labels.ts";
import { publishedDocument } from "#lib/api/openapi/published.ts";
import { webhooksTag } from "#lib/api/openapi/webhooks.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";
import { tags } from "#lib/platform/wire/endpoint.ts";

const importTags = { guide: (words: ReactNode) => <TextLink href="/docs/client-libraries#rest-clients">{words}</TextLink> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/reference" } };
}

export default async function ReferencePage() {
  const [t, language] = await Promise.all([getTranslations("docs.reference"), getLocale()]);
  const { info } = publishedDocument;
  const introduction = inLanguage(info.description ?? "", language);
  return (
    <ReferenceFrame entries={[]}>
      <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="mt-3 max-w-3xl text-lg text-muted-foreground">{t.rich("download", { ...proseTags, version: info.version })}</p>
      <p className="mt-2 max-w-3xl text-muted-foreground">{t.rich("import", importTags)}</p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[...chapters].map(([slug, { tag, operations }]) => (
          <Chapter
            key={slug}
            slug={slug}
            title={tagInLanguage(tag, language)}
            text={inLanguage(tags[tag], language)}
            count={t("operations", { count: operations.length })}
          />
        ))}
        <Chapter
          slug={webhookChapter}
          title={{ text: webhooksTag.name, lang: "en" }}
          text={{ text: t("webhooks"), lang: languageOf(language) }}
          count={t("events", { count: eventTypes.length })}
        />
      </ul>
      <div lang={introduction.lang} className="mt-10 grid max-w-3xl gap-3 text-lg/relaxed text-foreground/90">
        <Markdown text={introduction.text} />
      </div>
    </ReferenceFrame>
  );
}

type Worded = ReturnType<typeof inLanguage>;

function Chapter({ slug, title, text, count }: { slug: string; title: Worded; text: Worded; count: string }) {
  return (
    <li className="relative rounded-lg border bg-card p-4 shadow-xs hover:border-input">
      <a href={`/docs/reference/${slug}`} className="text-lg font-semibold tracking-tight after:absolute after:inset-0 after:rounded-lg">
        <span lang={title.lang}>{title.text}</span>
      </a>
      <p lang={text.lang} className="mt-1 text-foreground/85">
        {text.text}
      </p>
      <p className="mt-2 text-sm text-muted-foreground">{count}</p>
    </li>
  );
}
