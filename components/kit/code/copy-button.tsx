"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** Copies a text, or the result of `text`. `what` names the copied thing ("the execution id"); `children` replace the label. */
export function CopyButton({
  text,
  what,
  about,
  className,
  action,
  children,
}: {
  text: string | (() => Promise<string>);
  what: string;
  /** Distinguishes it for screen readers from buttons with the same label. */
  about?: string;
  className?: string;
  /** Its `data-action`, by which the palette presses it. */
  action?: PressedAction;
  children?: string;
}) {
  const t = useTranslations("common");
  const say = useErrorText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      const done = await copyText(typeof text === "string" ? text : await text());
      setCopied(done);
      if (!done) notify("error", t("copyRefused"));
    } catch (error) {
      notify("error", say(error));
    }
  }

  const Icon = copied ? Check : Copy;
  const isWordless = children === undefined;
  return (
    <>
      <Button
        data-action={action}
        variant={isWordless ? "ghost" : "outline"}
        size={isWordless ? "icon-sm" : "sm"}
        className={cn(isWordless && "size-7 text-muted-foreground", "relative z-10", className)}
        onClick={() => void copy()}
        aria-label={isWordless ? t("copy", { what }) : undefined}
      >
        <Icon aria-hidden className={cn(isWordless && "size-3.5", copied && "text-success")} />
        {children}
        {about === undefined ? null : <span className="sr-only">{about}</span>}
      </Button>
      {/* Outside the button, since screen readers do not announce changes inside one. */}
      <span aria-live="polite" className="sr-only">
        {copied ? t("copied") : ""}
      </span>
    </>
  );
}

/** Writes a text to the clipboard; false if the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  // Without TLS, on another host than localhost, browsers have no clipboard API.
  if (!window.isSecureContext) return copySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  // Inside an open dialog, whose focus trap would move the selection otherwise.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the one way where the clipboard API is missing
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/** A button that the palette presses for its user, by its `data-action`. It opens a dialog or shows something; it never changes anything alone. */
export type PressedAction =
  | "copySecret"
  | "revealSecret"
  | "rotateKey"
  | "sendTestEvent"
  | "replayMatching"
  | "inviteUser"
  | "changePassword";
