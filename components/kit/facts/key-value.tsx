import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** Facts about one thing, each with its name. */
export function KeyValueList({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cn("grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3", className)}>{children}</dl>;
}

export function KeyValue({ name, children, wide = false }: { name: ReactNode; children: ReactNode; wide?: boolean }) {
  return (
    <div className={cn("min-w-0", wide && "sm:col-span-full")}>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">{children ?? "—"}</dd>
    </div>
  );
}
