"use client";

import { Tabs as TabsPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

export function Tabs({ className, ...props }: ComponentProps<typeof TabsPrimitive.Root>) {
  return <TabsPrimitive.Root data-slot="tabs" className={cn("grid min-w-0 gap-4", className)} {...props} />;
}

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return <TabsPrimitive.List className={cn("tab-strip min-w-0 gap-x-5 border-b", className)} {...props} />;
}

/** Scrolls the initially active tab into view, since tabs may overflow on a phone. */
function showActive(tab: HTMLButtonElement | null): void {
  const list = tab?.parentElement;
  if (tab?.dataset["state"] === "active" && list) list.scrollLeft = tab.offsetLeft + tab.offsetWidth - list.offsetLeft - list.clientWidth;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      ref={showActive}
      className={cn(
        "-mb-px flex items-center gap-2 border-b-2 border-transparent py-2 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground data-[state=active]:border-primary data-[state=active]:text-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content className={cn("min-w-0", className)} {...props} />;
}
