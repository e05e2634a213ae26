import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

const marks = {
  waiting: "border text-muted-foreground",
  running: "animate-pulse bg-primary text-primary-foreground",
  done: "bg-success-surface text-success",
  refused: "bg-danger-surface text-danger",
};

/** A numbered step of a recipe's run, joined to the next one. */
export function StepFrame({ number, state, children }: { number: number; state: keyof typeof marks; children: ReactNode }) {
  return (
    <li className="group grid grid-cols-[auto_1fr] gap-x-3">
      <div className="grid grid-rows-[auto_1fr] justify-items-center">
        <span
          aria-hidden
          className={cn("grid size-7 place-content-center rounded-full text-xs font-semibold tabular-nums transition-colors", marks[state])}
        >
          {number}
        </span>
        <span aria-hidden className="w-px bg-border group-last:hidden" />
      </div>
      <div className="min-w-0 pb-4 group-last:pb-0">{children}</div>
    </li>
  );
}
