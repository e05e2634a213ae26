import { Link2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

export interface ContentsEntry {
  id: string;
  title: string;
  mark?: ReactNode;
}

/** The frame of a documentation page: title, lead, text, and a table of contents beside it. */
export async function DocsPage({
  title,
  lead,
  contents,
  children,
  isWide = false,
}: {
  title: string;
  lead?: ReactNode;
  contents: readonly ContentsEntry[];
  children: ReactNode;
  /** True for tables and samples, which need more width than prose. */
  isWide?: boolean;
}) {
  const t = await getTranslations("docs");
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_min(14rem,30%)]">
      <article className={cn("min-w-0", isWide ? "max-w-none" : "max-w-3xl")}>
        <h1 className="text-3xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
        {lead === undefined ? null : <div className="mt-3 max-w-3xl text-lg text-muted-foreground">{lead}</div>}
        <div className="mt-8 grid gap-12">{children}</div>
      </article>
      <div className="hidden lg:block">
        <nav aria-label={t("contents")} className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto py-1">
          <p className="pb-2 text-xs font-medium text-muted-foreground">{t("contents")}</p>
          <ul className="grid gap-0.5 border-l">
            {contents.map(({ id, title: entry, mark }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px flex items-baseline gap-2 border-l border-transparent py-1 pl-3 text-sm text-muted-foreground hover:border-foreground/40 hover:text-foreground"
                >
                  {mark}
                  <span className="min-w-0 [overflow-wrap:anywhere]">{entry}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

export async function DocsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const t = await getTranslations("docs");
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid min-w-0 gap-4">
      <div className="group flex items-center gap-2">
        <h2 id={`${id}-title`} className="min-w-0 text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          {title}
        </h2>
        <AnchorLink id={id} label={t("linkTo", { title })} />
      </div>
      {children}
    </section>
  );
}

/** A link to a section, shown on hover of the title. It is beside the title, so that screen readers read the title without it. */
export function AnchorLink({ id, label }: { id: string; label: string }) {
  return (
    <a
      href={`#${id}`}
      aria-label={label}
      className="grid size-6 shrink-0 place-items-center rounded-md text-muted-foreground opacity-0 group-hover:opacity-100 hover:text-foreground focus-visible:opacity-100"
    >
      <Link2 aria-hidden className="size-4" />
    </a>
  );
}
