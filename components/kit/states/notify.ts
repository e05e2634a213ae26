export interface Notification {
  kind: "success" | "error";
  text: string;
}

type Show = (notification: Notification) => void;

const waiting: Notification[] = [];
const watchers = new Set<() => void>();
let show: Show | undefined;

/** Tells people, in a corner of the screen, that something was done or failed. What shows it is loaded with the first one. */
export function notify(kind: Notification["kind"], text: string): void {
  if (show === undefined) waiting.push({ kind, text });
  else show({ kind, text });
  for (const watcher of watchers) watcher();
}

/** Whether there was anything to show yet; for useSyncExternalStore. */
export function hasNotifications(): boolean {
  return show !== undefined || waiting.length > 0;
}

export function watchNotifications(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** From here on `shown` shows them, those that wait first. */
export function showNotifications(shown: Show): () => void {
  show = shown;
  for (const notification of waiting.splice(0)) shown(notification);
  return () => {
    show = undefined;
  };
}
