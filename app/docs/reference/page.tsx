import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { Markdown } from "#components/docs/markdown.tsx";
import { proseTags } from "#components/docs/prose.tsx";
import { ReferenceFrame } from "#components/docs/reference-frame.tsx";
import { chapters, webhookChapter } from "#components/docs/reference-links.ts";
import { tags } from "#lib/endpoint.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import { publishedDocument } from "#lib/openapi/published.ts";
import { webhooksTag } from "#lib/openapi/webhooks.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("title"), description: t("description"), alternates: { canonical: "/docs/reference" } };
}

export default async function ReferencePage() {
  const t = await getTranslations("docs.reference");
  const { info } = publishedDocument;
  return (
    <ReferenceFrame entries={[]}>
      <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="mt-3 max-w-3xl text-lg text-muted-foreground">{t.rich("download", { ...proseTags, version: info.version })}</p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[...chapters].map(([slug, { tag, operations }]) => (
          <Chapter key={slug} slug={slug} title={tag} text={tags[tag]} count={t("operations", { count: operations.length })} />
        ))}
        <Chapter
          slug={webhookChapter}
          title={webhooksTag.name}
          text={`${webhooksTag.description?.split(". ")[0] ?? ""}.`}
          count={t("events", { count: eventTypes.length })}
        />
      </ul>
      <div lang="en" className="mt-10 grid max-w-3xl gap-3 text-lg/relaxed text-foreground/90">
        <Markdown text={info.description ?? ""} />
      </div>
    </ReferenceFrame>
  );
}

function Chapter({ slug, title, text, count }: { slug: string; title: string; text: string; count: string }) {
  return (
    <li className="relative rounded-lg border bg-card p-4 shadow-xs hover:border-input">
      <Link href={`/docs/reference/${slug}`} className="text-lg font-semibold tracking-tight after:absolute after:inset-0 after:rounded-lg">
        <span lang="en">{title}</span>
      </Link>
      <p lang="en" className="mt-1 text-foreground/85">
        {text}
      </p>
      <p className="mt-2 text-sm text-muted-foreground">{count}</p>
    </li>
  );
}
