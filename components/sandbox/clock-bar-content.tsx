"use client";

import { ClockFading, LoaderCircle, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { Ahead, ClockButtons, SandboxTime } from "#components/sandbox/clock-card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

const sandboxPath = "/development/sandbox";

/** The sandbox's time with the buttons that change it, while the clock is moved or the sandbox is busy. */
export function ClockBarContent({ clock, isBusy, ...moves }: ComponentProps<typeof ClockButtons>) {
  const t = useTranslations("sandbox.clock");
  // The page of the sandbox has the buttons itself.
  const isOnPage = usePathname() === sandboxPath;
  return (
    <section
      aria-label={t("title")}
      data-clock-bar
      className="sticky top-7 z-40 flex h-11 items-center justify-between gap-3 border-b bg-environment-surface px-3 text-environment-text sm:px-5"
    >
      <p aria-live="polite" className="flex min-w-0 items-center gap-2 text-sm">
        {isBusy ? (
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
        ) : (
          <ClockFading aria-hidden className="size-4 shrink-0" />
        )}
        {clock.resetting ? (
          <span className="truncate font-medium">{t("resetting")}</span>
        ) : (
          <>
            <strong className="font-semibold">
              <SandboxTime clock={clock} />
            </strong>
            <span className="hidden truncate md:inline">
              {clock.catching_up === null ? <Ahead clock={clock} /> : t("catchingUp", { count: clock.catching_up.remaining })}
            </span>
          </>
        )}
      </p>
      {isOnPage ? null : (
        <>
          <div className="hidden min-w-0 items-center justify-end gap-1.5 text-foreground sm:flex">
            <ClockButtons clock={clock} isBusy={isBusy} {...moves} />
          </div>
          <LinkButton size="sm" variant="outline" className="text-foreground sm:hidden" href={sandboxPath} icon={SlidersHorizontal}>
            {t("change")}
          </LinkButton>
        </>
      )}
    </section>
  );
}
