type Answer = (isConfirmed: boolean) => void;

/** What is about to be done: the name of its sentence, and its values. */
export type Purpose = Readonly<Record<string, string | number>>;

/** The requests that wait for the user to prove who they are, and what each is for. */
const waiting = new Map<Answer, Purpose>();
const watchers = new Set<() => void>();

/** Asks the user to prove who they are (identity-confirmation.tsx); false where they would rather not. */
export function confirmIdentity(purpose: Purpose): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.set(resolve, purpose);
    tell();
  });
}

/** What somebody is asked for at the moment; for useSyncExternalStore. */
export function askedPurpose(): Purpose | undefined {
  return waiting.values().next().value;
}

export function watchIdentity(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** All that wait go on, or give up. */
export function answerIdentity(isConfirmed: boolean): void {
  const answers = [...waiting.keys()];
  waiting.clear();
  for (const answer of answers) answer(isConfirmed);
  tell();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
