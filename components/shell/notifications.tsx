"use client";
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from "react";
import { hasNotifications, showNotifications, watchNotifications } from "#components/kit/states/notify.ts";

const Toaster = lazy(() =>
  import("#components/ui/sonner.tsx").then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: PlainToaster }),
  ),
);

/** Renders what `notify` shows. */
export function Notifications() {
  const isWanted = useSyncExternalStore(watchNotifications, hasNotifications, () => false);
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

const shownMs = 10_000;

/** Shows the last notification where the connection broke before the other toaster was loaded. */
function PlainToaster() {
  const [last, setLast] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = showNotifications(({ text }) => {
      setLast(text);
      clearTimeout(timer);
      timer = setTimeout(() => setLast(""), shownMs);
    });
    return () => {
      clearTimeout(timer);
      hide();
    };
  }, []);
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-sm rounded-lg border bg-popover p-4 text-sm shadow-lg empty:hidden">
      {last}
    </output>
  );
}
