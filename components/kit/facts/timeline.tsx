import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** A list of events in order. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="grid">
      {children}
    </ol>
  );
}

const tones = {
  neutral: "bg-secondary text-muted-foreground",
  success: "bg-success-surface text-success",
  warning: "bg-warning-surface text-warning",
  danger: "bg-danger-surface text-danger",
  info: "bg-info-surface text-info",
};

export function TimelineItem({
  icon: Icon,
  tone = "neutral",
  title,
  time,
  children,
}: {
  icon: LucideIcon;
  tone?: keyof typeof tones;
  title: ReactNode;
  /** A TimeStamp. */
  time: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="group grid grid-cols-[auto_1fr] gap-x-3">
      <div className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={cn("grid size-7 place-content-center rounded-full", tones[tone])}>
          <Icon aria-hidden className="size-3.5" />
        </span>
        <span aria-hidden className="w-px bg-border group-last:hidden" />
      </div>
      <div className="min-w-0 pb-5 group-last:pb-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1">
          <div className="min-w-0 font-medium">{title}</div>
          <div className="text-sm text-muted-foreground">{time}</div>
        </div>
        {children === undefined ? null : <div className="mt-1 text-muted-foreground">{children}</div>}
      </div>
    </li>
  );
}
