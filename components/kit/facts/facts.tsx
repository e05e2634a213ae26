import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** A list of names with values; `isPaired` for short ones, of which two stand side by side on a phone too, if its letters let them. */
export function KeyValueList({ children, isPaired = false, className }: { children: ReactNode; isPaired?: boolean; className?: string }) {
  return (
    <dl
      className={cn(
        "grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3",
        isPaired ? "grid-cols-[repeat(auto-fit,minmax(min(max(7rem,40%),100%),1fr))]" : "grid-cols-1",
        className,
      )}
    >
      {children}
    </dl>
  );
}

interface KeyValueProps {
  name: ReactNode;
  /** The value; longer ones are children. */
  value?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
}

export function KeyValue({ name, value, children = value, wide = false }: KeyValueProps) {
  return (
    <div className={cn("min-w-0", wide && "sm:col-span-full")}>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">{children ?? "—"}</dd>
    </div>
  );
}

/** A collapsed section for rarely needed content. */
export function Disclosure({ title, className, children }: { title: ReactNode; className?: string; children: ReactNode }) {
  return (
    <details className={cn("group min-w-0 rounded-lg border bg-card shadow-xs", className)}>
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-4 py-3 font-medium select-none hover:bg-accent/60 sm:px-5">
        <ChevronRight aria-hidden className="size-4 text-muted-foreground transition-transform group-open:rotate-90" />
        <span className="min-w-0">{title}</span>
      </summary>
      <div className="min-w-0 px-4 pb-4 sm:px-5 sm:pb-5">{children}</div>
    </details>
  );
}

const endOfId = 6;

/** The end of an identifier in a list, beside a title, with a button that copies it whole. */
export function ShortIdentifier({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 text-muted-foreground">
      <code translate="no" className="font-mono text-xs whitespace-nowrap" title={id}>
        <span className="sr-only">{id.slice(0, -endOfId)}</span>
        <span className="before:content-['…']">{id.slice(-endOfId)}</span>
      </code>
      <CopyButton text={id} what={what} about={id} className="-my-1 size-6" />
    </span>
  );
}

export function Identifier({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{id}</code>
      <CopyButton text={id} what={what} className="-my-1" />
    </span>
  );
}

/** "Moustache Lundi 27 · BC-12345" on one line. Without room for all of it, the name is cut: the marking and the rest tell rows apart. */
export function SubjectTitle({ name, marking, rest = "" }: { name: string | null; marking: string | null; rest?: string }) {
  const [first, last] = [name ?? "", marking ?? ""];
  const end = [last, rest].filter((part) => part !== "").join(" ");
  if (first === "" || end === "") return `${first}${end}`;
  return (
    <span className="inline-flex max-w-full min-w-0 align-bottom">
      <span className="min-w-6 truncate">{first}</span>
      <span className="max-w-[80%] shrink-0 overflow-hidden text-ellipsis whitespace-pre">{`${last === "" ? " " : " · "}${end}`}</span>
    </span>
  );
}
