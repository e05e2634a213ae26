import { ChevronRight } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { chapters, tagInLanguage, webhookChapter } from "#components/docs/reference/reference-labels.ts";
import { webhooksTag } from "#lib/api/openapi/webhooks.ts";

interface Entry {
  href: string;
  title: string;
}

/** A page of the reference with the list of chapters beside it, or collapsed above it on a phone. */
export async function ReferenceFrame({ current, entries, children }: { current?: string; entries: readonly Entry[]; children: ReactNode }) {
  const [t, language] = await Promise.all([getTranslations("docs.reference"), getLocale()]);
  const all = [
    ...[...chapters].map(([slug, { tag }]) => ({ slug, title: tagInLanguage(tag, language) })),
    { slug: webhookChapter, title: { text: webhooksTag.name, lang: "en" } },
  ];
  const list = (
    <ul className="grid gap-0.5">
      {all.map(({ slug, title }) => (
        <li key={slug}>
          <a
            href={`/docs/reference/${slug}`}
            aria-current={slug === current ? "page" : undefined}
            className="block rounded-md px-2.5 py-1.5 hover:bg-accent aria-[current]:bg-accent aria-[current]:font-medium"
          >
            <span lang={title.lang}>{title.text}</span>
          </a>
          {slug === current ? (
            <ul className="my-1 ml-3 grid border-l">
              {entries.map(({ href, title: entry }) => (
                <li key={href}>
                  <a
                    href={href}
                    className="-ml-px block border-l border-transparent py-1 pl-3 text-sm [overflow-wrap:anywhere] text-muted-foreground hover:border-foreground/40 hover:text-foreground"
                  >
                    {entry}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[min(13rem,30%)_minmax(0,1fr)]">
      <div className="min-w-0">
        <details className="group/chapters rounded-lg border bg-card lg:hidden">
          <summary className="flex cursor-pointer list-none items-center gap-1.5 px-3 py-2 font-medium [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 transition-transform group-open/chapters:rotate-90" />
            {t("chapters")}
          </summary>
          <nav aria-label={t("chapters")} className="border-t p-2">
            {list}
          </nav>
        </details>
        <nav aria-label={t("chapters")} className="sticky top-24 -ml-2.5 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto py-1 lg:block">
          {list}
        </nav>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
