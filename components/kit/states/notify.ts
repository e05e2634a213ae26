export interface Notification {
  kind: "success" | "info" | "error";
  text: string;
}

type Show = (notification: Notification) => void;

const waiting: Notification[] = [];
const watchers = new Set<() => void>();
let show: Show | undefined;

/** Shows a notification; the component that renders it is loaded with the first one. */
export function notify(kind: Notification["kind"], text: string): void {
  if (show === undefined) waiting.push({ kind, text });
  else show({ kind, text });
  for (const watcher of watchers) watcher();
}

/** True once there was a notification; for useSyncExternalStore. */
export function hasNotifications(): boolean {
  return show !== undefined || waiting.length > 0;
}

export function watchNotifications(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Registers the renderer, which gets the waiting notifications first. */
export function showNotifications(shown: Show): () => void {
  show = shown;
  for (const notification of waiting.splice(0)) shown(notification);
  return () => {
    show = undefined;
  };
}
