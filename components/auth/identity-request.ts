type Answer = (isConfirmed: boolean) => void;

/** The requests that wait for the user to prove who they are. */
const waiting = new Set<Answer>();
const watchers = new Set<() => void>();

/** Asks the user to prove who they are (identity-confirmation.tsx); false where they would rather not. */
export function confirmIdentity(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.add(resolve);
    tell();
  });
}

/** Whether somebody is asked at the moment; for useSyncExternalStore. */
export function isIdentityAsked(): boolean {
  return waiting.size > 0;
}

export function watchIdentity(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** All that wait go on, or give up. */
export function answerIdentity(isConfirmed: boolean): void {
  const answers = [...waiting];
  waiting.clear();
  for (const answer of answers) answer(isConfirmed);
  tell();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
