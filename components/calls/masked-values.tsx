"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendJson } from "#components/portal/api.ts";
import { Disclosure } from "#components/portal/disclosure.tsx";
import { notify } from "#components/portal/notify.ts";
import { useFailureText } from "#components/portal/use-failure-text.ts";
import { Button } from "#components/ui/button.tsx";
import { maskSign } from "#lib/calls/rules/mask.ts";
import type { MaskedCall } from "#lib/calls/rules/mask.ts";
import type { MaskedPart } from "#lib/calls/schema.ts";

/** The names, e-mail addresses and phone numbers of a call, each shown when it is asked for. `path` is the JSON route that reveals one. */
export function MaskedValues({ masked, path }: { masked: MaskedCall["masked"]; path: string }) {
  const t = useTranslations("calls.masked");
  const values = (Object.keys(masked) as MaskedPart[]).flatMap((part) => masked[part].map((value) => ({ part, ...value })));
  if (values.length === 0) return null;
  return (
    <Disclosure title={t("title", { count: values.length })}>
      <p className="mb-3 max-w-prose text-muted-foreground">{t("why")}</p>
      <ul className="grid max-h-96 gap-2 overflow-auto">
        {values.map(({ part, place, field }) => (
          <MaskedRow key={`${part} ${place}`} name={t("name", { part: t(part), field })} reveal={() => revealOne(path, part, place)} />
        ))}
      </ul>
    </Disclosure>
  );
}

async function revealOne(path: string, part: MaskedPart, place: number): Promise<string> {
  return (await sendJson<{ text: string }>("POST", path, { part, place })).text;
}

function MaskedRow({ name, reveal }: { name: string; reveal: () => Promise<string> }) {
  const t = useTranslations("common");
  const say = useFailureText();
  const [value, setValue] = useState<string>();
  const show = () => {
    reveal().then(setValue, (error: unknown) => notify("error", say(error)));
  };
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-mono text-sm text-muted-foreground">{name}</span>
      <output className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{value ?? maskSign}</output>
      {value === undefined ? (
        <Button variant="outline" size="sm" onClick={show}>
          <Eye aria-hidden />
          {t("reveal")}
          <span className="sr-only">{name}</span>
        </Button>
      ) : null}
    </li>
  );
}
