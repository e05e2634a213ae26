type Answer = (isConfirmed: boolean) => void;

/** The action to confirm: the name of its message, and the values. */
export type Purpose = Readonly<Record<string, string | number>>;

/** The requests that wait for a confirmation, each with its purpose. */
const waiting = new Map<Answer, Purpose>();
const watchers = new Set<() => void>();

/** Asks the user to confirm their identity (identity-confirmation.tsx); false if they cancel. */
export function confirmIdentity(purpose: Purpose): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.set(resolve, purpose);
    tell();
  });
}

/** The purpose of the current question; for useSyncExternalStore. */
export function askedPurpose(): Purpose | undefined {
  return waiting.values().next().value;
}

export function watchIdentity(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Resolves all waiting requests. */
export function answerIdentity(isConfirmed: boolean): void {
  const answers = [...waiting.keys()];
  waiting.clear();
  for (const answer of answers) answer(isConfirmed);
  tell();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
