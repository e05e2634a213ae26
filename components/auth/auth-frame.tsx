import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { Preferences } from "#components/shell/preferences.tsx";
import { Link } from "#components/ui/link.tsx";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

const arches = [0, 1, 2, 3, 4, 5];

/** Element id of the heading on the pages before sign-in. */
export const frameTitleId = "frame-title";

/** The frame of the pages before sign-in: the form on one side, the brand on the other. */
export async function AuthFrame({
  title,
  intro,
  isNextStep = false,
  children,
}: {
  title: string;
  intro?: string;
  /** True for a form that replaces another one on the same page. */
  isNextStep?: boolean;
  children: ReactNode;
}) {
  const t = await getTranslations();
  return (
    <ClientMessages areas={["shell", "auth", "identity"]}>
      <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <div className="flex flex-col px-5 py-5 sm:px-10">
          <header className="flex flex-wrap items-center justify-between">
            <Link href="/" aria-label={t("shell.home")} className="-ml-1 flex rounded-md p-1">
              <Logo />
            </Link>
            <Preferences />
          </header>
          <main id="content" className="m-auto w-full max-w-sm py-12">
            <h1 id={frameTitleId} className="text-2xl font-semibold tracking-tight">
              {title}
            </h1>
            {intro === undefined ? null : <p className="mt-1.5 text-muted-foreground [overflow-wrap:anywhere]">{intro}</p>}
            {/* Always rendered, so that screen readers announce the new title. */}
            <output className="sr-only">{isNextStep ? title : null}</output>
            <div className="mt-7">{children}</div>
          </main>
        </div>
        <div aria-hidden className="relative hidden overflow-hidden bg-[oklch(0.3_0.055_220)] lg:block">
          <GateDrawing />
          <p className="absolute top-12 left-12 max-w-xs text-3xl font-medium tracking-tight text-balance text-white/95">
            {t("auth.quote")}
          </p>
        </div>
      </div>
    </ClientMessages>
  );
}

function GateDrawing() {
  return (
    <svg viewBox="0 0 600 640" fill="none" className="absolute inset-x-0 bottom-0 mx-auto h-[78%]" preserveAspectRatio="xMidYMax meet">
      {arches.map((arch) => {
        const half = 290 - arch * 44;
        const top = 30 + arch * 62;
        return (
          <path
            key={arch}
            d={`M${300 - half} 640V${top + half}a${half} ${half} 0 0 1 ${2 * half} 0V640Z`}
            fill={arch === arches.length - 1 ? "oklch(0.82 0.13 80)" : `oklch(${0.33 + arch * 0.035} 0.06 ${220 - arch * 2})`}
          />
        );
      })}
    </svg>
  );
}
