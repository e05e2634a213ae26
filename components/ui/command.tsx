"use client";

import { Command as CommandPrimitive } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

export function Command({ className, ...props }: ComponentProps<typeof CommandPrimitive>) {
  return <CommandPrimitive data-slot="command" className={cn("flex flex-col overflow-hidden", className)} {...props} />;
}

/** The search input. Visually hidden for short lists, where it only receives the keyboard. */
export function CommandInput({
  className,
  isUnseen = false,
  ...props
}: ComponentProps<typeof CommandPrimitive.Input> & { isUnseen?: boolean }) {
  return (
    // The same elements in both cases, so that a list that grows while open keeps the focus.
    <div className={isUnseen ? "sr-only" : "flex items-center gap-2 border-b px-3"}>
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <CommandPrimitive.Input
        readOnly={isUnseen}
        className={cn("h-10 w-full bg-transparent text-lg outline-none placeholder:text-muted-foreground md:text-base", className)}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof CommandPrimitive.List>) {
  return <CommandPrimitive.List className={cn("max-h-72 scroll-py-1 overflow-y-auto p-1", className)} {...props} />;
}

export function CommandEmpty(props: ComponentProps<typeof CommandPrimitive.Empty>) {
  return <CommandPrimitive.Empty className="px-2 py-6 text-center text-muted-foreground" {...props} />;
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof CommandPrimitive.Group>) {
  return (
    <CommandPrimitive.Group
      className={cn(
        "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof CommandPrimitive.Item>) {
  return (
    <CommandPrimitive.Item
      className={cn(
        "flex items-center gap-2 rounded-md px-2 py-1.5 outline-none select-none data-[disabled=true]:opacity-55 data-[selected=true]:bg-accent",
        className,
      )}
      {...props}
    />
  );
}
