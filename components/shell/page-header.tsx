import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Breadcrumb } from "#components/ui/breadcrumb.tsx";
import type { Crumb } from "#components/ui/breadcrumb.tsx";

/** The top of a page: breadcrumbs, title (its only `h1`), a description, and actions. */
export function PageHeader({
  title,
  description,
  crumbs,
  badge,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  /** The pages above this one. */
  crumbs?: readonly Crumb[];
  /** A status beside the title. */
  badge?: ReactNode;
  actions?: ReactNode;
}) {
  const t = useTranslations("common");
  return (
    <header className="mb-6 grid gap-2">
      {crumbs === undefined ? null : <Breadcrumb crumbs={crumbs} label={t("breadcrumb")} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
            {badge}
          </div>
          {description === undefined ? null : <p className="mt-1 max-w-2xl text-muted-foreground">{description}</p>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
