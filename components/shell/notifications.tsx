"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { hasNotifications, watchNotifications } from "#components/kit/states/notify.ts";

const Toaster = lazy(() => import("#components/ui/sonner.tsx").then((module) => ({ default: module.Toaster })));

/** Renders what `notify` shows. */
export function Notifications() {
  const isWanted = useSyncExternalStore(watchNotifications, hasNotifications, () => false);
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
