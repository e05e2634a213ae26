export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-6 shrink-0">
      <path fill="currentColor" d="M2.5 21V11.5a9.5 9.5 0 0 1 19 0V21h-4.25v-9.5a5.25 5.25 0 0 0-10.5 0V21Z" />
      <path fill="var(--development)" d="M9.75 21v-9.25a2.25 2.25 0 0 1 4.5 0V21Z" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-primary">
      <Mark />
      <span className="text-[1.0625rem] leading-none font-semibold tracking-[-0.025em] text-foreground">Covergate</span>
    </span>
  );
}
