import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** The reason: in the translations of a list, or in other words. */
type Reason = { texts: (key: "emptyTitle" | "empty") => string } | { title: string; children?: ReactNode };

/** An empty page or list: the reason, and the next step. */
export function EmptyState({ icon: Icon, action, ...reason }: { icon: LucideIcon; action?: ReactNode } & Reason) {
  const { title, children } = "texts" in reason ? { title: reason.texts("emptyTitle"), children: reason.texts("empty") } : reason;
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-11 place-content-center rounded-full border bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {children === undefined ? null : <div className="max-w-md text-muted-foreground">{children}</div>}
      {action === undefined ? null : <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
