import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

const tones = {
  info: { icon: Info, classes: "border-info/25 bg-info-surface text-info" },
  success: { icon: CircleCheck, classes: "border-success/25 bg-success-surface text-success" },
  warning: { icon: TriangleAlert, classes: "border-warning/25 bg-warning-surface text-warning" },
  danger: { icon: CircleAlert, classes: "border-danger/25 bg-danger-surface text-danger" },
};

/** A notice inside a page, with actions at its end. With `role="alert"` screen readers announce it. */
export function Alert({
  tone = "info",
  title,
  actions,
  className,
  children,
  ...props
}: Omit<ComponentProps<"div">, "title"> & { tone?: keyof typeof tones; title?: ReactNode; actions?: ReactNode }) {
  const { icon: Icon, classes } = tones[tone];
  return (
    <div data-slot="alert" className={cn("flex gap-3 rounded-lg border px-4 py-3", classes, className)} {...props}>
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-3 md:flex-nowrap">
        <div className="min-w-0 space-y-1 [overflow-wrap:anywhere]">
          {title === undefined ? null : <p className="font-semibold">{title}</p>}
          {children === undefined ? null : <div className="text-foreground/90">{children}</div>}
        </div>
        {actions === undefined ? null : <div className="flex shrink-0 flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  );
}
