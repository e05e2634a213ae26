"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { queuePageQuery } from "#components/claims/queries.ts";
import type { AskedQueue } from "#components/claims/queries.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Label } from "#components/ui/label.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Switch } from "#components/ui/switch.tsx";

export type Shortcuts = Readonly<Record<string, () => void>>;

const storageKey = "covergate-shortcuts";
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Single letters can clash with speech input and screen readers, so they can be turned off (WCAG 2.1.4). */
function useIsOn(): boolean {
  return useSyncExternalStore(
    watch,
    () => localStorage.getItem(storageKey) !== "off",
    () => true,
  );
}

function turn(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  for (const watcher of watchers) watcher();
}

/** Runs the shortcut of a key: not while the user types, chooses in a menu or answers a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const isOn = useIsOn();
  const current = useRef(shortcuts);
  // Before the paint: a key acts on the claim that is seen, and not on the one before.
  useLayoutEffect(() => {
    current.current = shortcuts;
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (isTyping || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null) return;
      const run = current.current[event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOn]);
}

/** The dialog that explains the shortcuts and can turn them off. */
export function ShortcutHelp({
  keys,
  isOpen,
  setOpen,
}: {
  keys: readonly { keys: readonly string[]; does: string }[];
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}) {
  const t = useTranslations("claims.desk.shortcuts");
  const isOn = useIsOn();
  const id = useId();
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" aria-keyshortcuts="?" icon={Keyboard} className="max-sm:pointer-coarse:hidden">
          <span className="max-sm:sr-only">{t("open")}</span>
          <Key>?</Key>
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t("description")} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2.5">
          {keys.map(({ keys: letters, does }) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {letters.map((letter) => (
                  <kbd key={letter} className={keyClasses}>
                    {letter}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div className="flex items-center justify-between gap-4 border-t pt-4">
          <Label htmlFor={id}>{t("use")}</Label>
          <Switch id={id} checked={isOn} onCheckedChange={turn} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

const keyClasses = "grid h-5 min-w-5 place-content-center rounded border border-b-2 bg-muted px-1 font-mono text-xs text-muted-foreground";

/** A key on the button that it stands for, which has it in `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden className={cn(keyClasses, "max-sm:hidden")}>
      {children}
    </kbd>
  );
}

export function NeighbourLink({ href, direction }: { href: string | undefined; direction: "next" | "previous" }) {
  const t = useTranslations("claims.desk");
  const Icon = direction === "next" ? ArrowDown : ArrowUp;
  const key = direction === "next" ? "j" : "k";
  const content = (
    <>
      <Icon aria-hidden />
      {t(direction)}
      <Key>{key}</Key>
    </>
  );
  if (href === undefined) {
    return (
      <Button variant="outline" disabled>
        {content}
      </Button>
    );
  }
  return (
    <LinkButton variant="outline" href={href} aria-keyshortcuts={key}>
      {content}
    </LinkButton>
  );
}

/**
 * The claims beside one in the queue that it was opened from, as the queue was then: an action may put the claim at its end, or out of it.
 */
export function useNeighbours(id: string, query: AskedQueue): { next: string | undefined; previous: string | undefined } {
  const { data } = useQuery(queuePageQuery(query));
  const ids = data?.rows.map((row) => row.id);
  const [opened, setOpened] = useState(ids);
  if (opened === undefined && ids !== undefined) setOpened(ids);
  const order = opened ?? [];
  const at = order.indexOf(id);
  // One that the queue does not show leads to its first.
  return { next: order[at + 1], previous: at === -1 ? undefined : order[at - 1] };
}
