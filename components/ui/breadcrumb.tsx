import { ChevronLeft } from "lucide-react";
import { Link } from "#components/ui/link.tsx";

export interface Crumb {
  label: string;
  href: string;
}

/** Links to the pages above this one. */
export function Breadcrumb({ crumbs, label }: { crumbs: readonly Crumb[]; label: string }) {
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
