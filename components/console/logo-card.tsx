"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { logoTypes } from "#db/schema/enums.ts";
import type { Logo } from "#db/schema/partners.ts";
import { maxLogoBytes } from "#lib/account/worlds/brand-logo.ts";
import type { LogoOwner } from "#lib/account/worlds/brand.ts";

interface LogoCardProps {
  owner: LogoOwner;
  logo: Logo | null;
  refresh: () => unknown;
}

/** The logo of the page for the insured. It is shown on white in any theme, like on that page. */
export function LogoCard({ owner, logo, refresh }: LogoCardProps) {
  const t = useTranslations("companies.logo");
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function change(file: File | null): Promise<void> {
    if (file !== null && file.size > maxLogoBytes) return notify("error", t("tooLarge", { most: maxLogoBytes / 1000 }));
    setBusy(true);
    try {
      await api.console.partners.changeLogo.mutate({ ...owner, content: file === null ? null : await readBase64(file) });
      notify("success", t(file === null ? "removed" : "saved"));
      await refresh();
    } catch (error) {
      notify("error", errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <TitledCard
      className="max-w-4xl"
      title={t("title")}
      description={t(owner.kind === "renter" ? "renterText" : "partnerText")}
      contentClassName="flex flex-wrap items-center gap-4"
    >
      {logo === null ? (
        <p className="text-muted-foreground">{t("none")}</p>
      ) : (
        // oxlint-disable-next-line nextjs/no-img-element -- the file is private, and shown as it is
        <img
          src={`/api/portal/support/logos/${owner.kind}/${encodeURIComponent(owner.id)}?v=${logo.storageKey.slice(-8)}`}
          alt={t("alt")}
          className="h-12 max-w-40 rounded-md border bg-white object-contain p-1"
        />
      )}
      <input
        ref={input}
        type="file"
        aria-label={t("choose")}
        accept={logoTypes.join(",")}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file !== undefined) void change(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={isBusy} onClick={() => input.current?.click()}>
          {t(logo === null ? "choose" : "replace")}
        </Button>
        {logo === null ? null : (
          <Button variant="ghost" disabled={isBusy} onClick={() => void change(null)}>
            {t("remove")}
          </Button>
        )}
      </div>
      <p className="w-full text-sm text-muted-foreground">{t("formats", { most: maxLogoBytes / 1000 })}</p>
    </TitledCard>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve((reader.result as string).replace(/^data:[^,]*,/, "")));
    reader.addEventListener("error", () => reject(new Error("the file could not be read", { cause: reader.error })));
    reader.readAsDataURL(file);
  });
}
