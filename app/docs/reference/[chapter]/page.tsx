import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { Markdown } from "#components/docs/prose.tsx";
import { operations } from "#components/docs/reference/openapi-document.ts";
import { chapterHtml } from "#components/docs/reference/operation-html.ts";
import { ReferenceFrame } from "#components/docs/reference/reference-frame.tsx";
import { chapters, inLanguage, tagInLanguage } from "#components/docs/reference/reference-labels.ts";
import { SampleControls } from "#components/docs/samples/sample-controls.tsx";
import { StaticHtml } from "#components/docs/static-html.tsx";
import { storedHtml } from "#components/docs/written-html.tsx";
import { tags } from "#lib/platform/wire/endpoint.ts";

interface Props {
  params: Promise<{ chapter: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chapter } = await params;
  const t = await getTranslations("docs.reference");
  const tag = chapters.get(chapter)?.tag;
  if (tag === undefined) return {};
  const title = tagInLanguage(tag, await getLocale()).text;
  return {
    title: `${title} · ${t("title")}`,
    description: t("chapterDescription", { chapter: title }),
    alternates: { canonical: `/docs/reference/${chapter}` },
  };
}

export default async function ChapterPage({ params }: Props) {
  const { chapter: slug } = await params;
  const chapter = chapters.get(slug) ?? notFound();
  const [t, language] = await Promise.all([getTranslations("docs.reference"), getLocale()]);
  const [title, lead] = [tagInLanguage(chapter.tag, language), inLanguage(tags[chapter.tag], language)];
  const sections = chapter.operations.map((endpoint) => ({ endpoint, operation: operations.get(endpoint.id) ?? notFound() }));
  const id = `${slug}-${language}`;
  storedHtml.set(id, await chapterHtml(sections, { language, t }));
  return (
    <ReferenceFrame
      current={slug}
      entries={sections.map(({ operation }) => ({
        href: `#${operation.operationId}`,
        title: inLanguage(operation.summary, language).text,
      }))}
    >
      <h1 lang={title.lang} className="text-3xl font-semibold tracking-tight">
        {title.text}
      </h1>
      <div lang={lead.lang} className="mt-3 max-w-3xl text-lg text-muted-foreground">
        <Markdown text={lead.text} />
      </div>
      <StaticHtml id={id} />
      <SampleControls chapter={slug} label={t("language")} />
    </ReferenceFrame>
  );
}
