const resets = new Set<() => void>();

/** Registers how what a module keeps between calls goes back to its beginning. */
export function onReset(reset: () => void): void {
  resets.add(reset);
}

/** Forgets what this process keeps between calls: another database follows, or other settings (e2e/setup). */
export function resetProcess(): void {
  for (const reset of resets) reset();
}
