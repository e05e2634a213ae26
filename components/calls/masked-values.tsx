"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeBlock, JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import type { KeptBody as Body } from "#lib/developer/calls/read.ts";
import { maskSign } from "#lib/platform/log/mask.ts";
import type { MaskedCall, MaskedPart } from "#lib/platform/log/mask.ts";

/** Asks the server for one masked value, which notes who did. */
type Reveal = (which: { part: MaskedPart; place: number }) => Promise<{ text: string }>;

/** The names, e-mail addresses and phone numbers of a call, each shown when it is asked for. */
export function MaskedValues({ masked, reveal }: { masked: MaskedCall["masked"]; reveal: Reveal }) {
  const t = useTranslations("calls.masked");
  const values = (Object.keys(masked) as MaskedPart[]).flatMap((part) => masked[part].map((value) => ({ part, ...value })));
  if (values.length === 0) return null;
  return (
    <Disclosure title={t("title", { count: values.length })}>
      <p className="mb-3 max-w-prose text-muted-foreground">{t("why")}</p>
      <ul className="grid max-h-96 gap-2 overflow-auto">
        {values.map(({ part, place, field }) => (
          <MaskedRow
            key={`${part} ${place}`}
            name={t("name", { part: t(part), field })}
            reveal={async () => (await reveal({ part, place })).text}
          />
        ))}
      </ul>
    </Disclosure>
  );
}

function MaskedRow({ name, reveal }: { name: string; reveal: () => Promise<string> }) {
  const t = useTranslations("common");
  const say = useErrorText();
  const [value, setValue] = useState<string>();
  const show = () => {
    reveal().then(setValue, (error: unknown) => notify("error", say(error)));
  };
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-mono text-sm text-muted-foreground">{name}</span>
      <output className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{value ?? maskSign}</output>
      {value === undefined ? (
        <Button variant="outline" size="sm" onClick={show} icon={Eye}>
          {t("reveal")}
          <span className="sr-only">{name}</span>
        </Button>
      ) : null}
    </li>
  );
}

/** A body as the call log keeps it: whole JSON highlighted, anything else as the text that it is. */
export function KeptBody({ body, what, none }: { body: Body | null; what: string; none: string }) {
  const t = useTranslations("calls");
  if (body === null) {
    return (
      <div className="rounded-lg border border-dashed px-3.5 py-3">
        <h2 className="text-sm font-medium text-muted-foreground">{what}</h2>
        <p className="mt-1 text-muted-foreground">{none}</p>
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-2">
      {isJson(body.text) || body.isCut ? <JsonView text={body.text} what={what} /> : <CodeBlock text={body.text} what={what} />}
      {body.isCut ? <p className="text-sm text-muted-foreground">{t("bodyCut")}</p> : null}
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
