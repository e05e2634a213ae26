import { ChevronLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";

/** The top of a page: breadcrumbs, title (its only `h1`), a description, and actions. */
export function PageHeader({
  title,
  description,
  crumbs,
  copy,
  badge,
  actions,
}: {
  title: ReactNode;
  /** A button that copies the identifier at the end of the title. */
  copy?: ReactNode;
  description?: ReactNode;
  /** The pages above this one. */
  crumbs?: readonly Crumb[];
  /** A status beside the title. */
  badge?: ReactNode;
  actions?: ReactNode;
}) {
  const t = useTranslations("common");
  return (
    <header className="mb-3 grid gap-1">
      {crumbs === undefined ? null : <Breadcrumb crumbs={crumbs} label={t("breadcrumb")} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* The description stands beside the title if it fits on its line. */}
        <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-4 gap-y-1 sm:flex-1 sm:basis-96">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <div className="min-w-0">
              <h1 className="inline text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
              {copy === undefined ? null : <span className="ml-1 inline-block align-text-bottom">{copy}</span>}
            </div>
            {badge}
          </div>
          {description === undefined ? null : <p className="max-w-3xl pt-0.5 text-muted-foreground">{description}</p>}
        </div>
        {actions === undefined ? null : <div className="flex max-w-full flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** Leads to the signed-in user's first page, or else to the sign-in. */
export function EntryButton({ home }: { home: string | undefined }) {
  const t = useTranslations("shell");
  return <LinkButton href={home ?? "/sign-in"}>{t(home === undefined ? "signIn" : "portal")}</LinkButton>;
}

interface Crumb {
  label: string;
  href: string;
}

/** Links to the pages above this one. */
function Breadcrumb({ crumbs, label }: { crumbs: readonly Crumb[]; label: string }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-muted-foreground">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex items-center gap-1">
            {index === 0 ? <ChevronLeft aria-hidden className="-ml-1 size-3.5" /> : <span aria-hidden>/</span>}
            <Link href={crumb.href} className="rounded-sm hover:text-foreground hover:underline">
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
