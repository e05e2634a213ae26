"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { currentTime } from "#lib/platform/time/clock.ts";

const shownSeconds = 30;

interface Props {
  preview: string;
  what: string;
  read: (purpose: "reveal" | "copy") => Promise<string>;
}

/** A secret of which only owners see more than the beginning: `read` is undefined for others. */
export function Secret({ read, ...shown }: Omit<Props, "read"> & { read: Props["read"] | undefined }) {
  const t = useTranslations("common");
  if (read !== undefined) return <ReadableSecret {...shown} read={read} />;
  return (
    <div className="grid gap-2">
      <Frame>
        <Hidden preview={shown.preview} />
      </Frame>
      <p className="text-muted-foreground">{t("ownersReveal")}</p>
    </div>
  );
}

/**
 * Shows only the beginning until it is revealed, hides itself again after a while, and when the tab is left. `read` fetches the secret to be
 * shown or copied; the server audits each time.
 */
function ReadableSecret({ preview, what, read }: Props) {
  const t = useTranslations("common");
  const say = useErrorText();
  const [secret, setSecret] = useState<string>();
  const [wasShown, setWasShown] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [left, setLeft] = useState(shownSeconds);

  useEffect(() => {
    if (secret === undefined) return;
    const until = currentTime().getTime() + shownSeconds * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - currentTime().getTime()) / 1000);
      setLeft(seconds);
      if (seconds <= 0) setSecret(undefined);
    }, 250);
    const hideWithTab = () => {
      if (document.hidden) setSecret(undefined);
    };
    document.addEventListener("visibilitychange", hideWithTab);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", hideWithTab);
    };
  }, [secret]);

  async function reveal() {
    if (isReading) return;
    setIsReading(true);
    try {
      setLeft(shownSeconds);
      const revealed = await read("reveal");
      if (!document.hidden) setSecret(revealed);
      setWasShown(true);
    } catch (error) {
      notify("error", say(error));
    } finally {
      setIsReading(false);
    }
  }

  const isShown = secret !== undefined;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {/* A copied selection is audited too. */}
      <Frame onCopy={() => secret !== undefined && void read("copy")}>{secret ?? <Hidden preview={preview} />}</Frame>
      {/* One flex item, so that neither button wraps alone. */}
      <div className="flex flex-wrap gap-2">
        <Button
          data-action="revealSecret"
          variant="outline"
          size="sm"
          onClick={() => (isShown ? setSecret(undefined) : void reveal())}
          icon={Icon}
        >
          {isShown ? t("hide") : t("reveal")}
          <span className="sr-only">{preview}</span>
          {isShown ? (
            <span aria-hidden className="w-8 text-right text-muted-foreground tabular-nums">
              {t("seconds", { left })}
            </span>
          ) : null}
        </Button>
        <output className="sr-only">{wasShown ? t(isShown ? "shownFor" : "hiddenAgain", { seconds: shownSeconds }) : null}</output>
        <CopyButton text={() => read("copy")} what={what} about={preview} action="copySecret">
          {t("copyWord")}
        </CopyButton>
      </div>
    </div>
  );
}

function Frame({ onCopy, children }: { onCopy?: () => void; children: ReactNode }) {
  return (
    <code
      className="min-h-8 min-w-0 justify-self-start rounded-md border bg-code px-2.5 py-1.5 font-mono text-sm [overflow-wrap:anywhere]"
      translate="no"
      data-testid="secret"
      onCopy={onCopy}
    >
      {children}
    </code>
  );
}

function Hidden({ preview }: { preview: string }) {
  const t = useTranslations("common");
  return (
    <>
      <span aria-hidden>{`${preview}${"•".repeat(20)}`}</span>
      <span className="sr-only">{t("hidden", { preview })}</span>
    </>
  );
}
