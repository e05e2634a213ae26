import { cn } from "#components/ui/class-names.ts";

export function Avatar({ name, className }: { name: string; className?: string }) {
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.charAt(0) ?? "").join("");
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-8 shrink-0 place-content-center rounded-full bg-primary text-xs font-semibold tracking-wide text-primary-foreground uppercase",
        className,
      )}
    >
      {initials}
    </span>
  );
}
