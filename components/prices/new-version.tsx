"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError } from "#components/kit/form/form.tsx";
import { ReasonField } from "#components/kit/form/reason-field.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { notify } from "#components/kit/states/notify.ts";
import { PriceEffect } from "#components/prices/effect.tsx";
import { versionsQuery } from "#components/prices/queries.ts";
import { useFigures } from "#components/prices/use-figures.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Effect } from "#lib/insurance/prices/effect.ts";
import type { CheckedFile } from "#lib/insurance/prices/overview.ts";
import { decodeSheet } from "#lib/platform/text/read-csv.ts";

/** A new version from a file that is uploaded or edited here: checked, shown with its effect, and only then proposed for a day to come. */
export function NewVersion({ template }: { template: string }) {
  const [file, setFile] = useState(template);
  const [day, setDay] = useState("");
  const [checked, setChecked] = useState<CheckedFile>();
  /** Only a checked file can be published. */
  function edit(change: () => void) {
    change();
    setChecked(undefined);
  }
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <Card>
        <CardContent className="pt-4 sm:pt-5">
          <CheckForm
            file={file}
            day={day}
            setFile={(text) => edit(() => setFile(text))}
            setDay={(text) => edit(() => setDay(text))}
            onChecked={setChecked}
          />
        </CardContent>
      </Card>
      {checked === undefined ? null : "errors" in checked ? (
        <FileErrors errors={checked.errors} />
      ) : (
        <>
          <PriceEffect {...checked} />
          <Publication file={file} day={day} effect={checked} />
        </>
      )}
    </div>
  );
}

function CheckForm({
  file,
  day,
  setFile,
  setDay,
  onChecked,
}: {
  file: string;
  day: string;
  setFile: (text: string) => void;
  setDay: (day: string) => void;
  onChecked: (checked: CheckedFile) => void;
}) {
  const t = useTranslations("prices");
  const { isBusy, error, start } = useAction(async () => onChecked(await api.console.prices.check.mutate({ file, day })));
  return (
    <form className="grid gap-4" method="post" onSubmit={start}>
      <FileFields file={file} setFile={setFile} />
      <Field label={t("day")} hint={t("dayHint")}>
        {(control) => <Input {...control} type="date" required value={day} onChange={({ currentTarget }) => setDay(currentTarget.value)} />}
      </Field>
      <FormError error={error} />
      <div>
        <Button type="submit" disabled={isBusy || file === ""}>
          {t(isBusy ? "checking" : "check")}
        </Button>
      </div>
    </form>
  );
}

/** The file, uploaded or edited as text. */
function FileFields({ file, setFile }: { file: string; setFile: (text: string) => void }) {
  const t = useTranslations("prices");
  return (
    <>
      <Field label={t("upload")} hint={t("uploadHint")}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,.json,text/csv,application/json"
            onChange={({ currentTarget }) =>
              void currentTarget.files?.[0]?.arrayBuffer().then((bytes) => setFile(decodeSheet(new Uint8Array(bytes))))
            }
          />
        )}
      </Field>
      <Field label={t("file")}>
        {(control) => (
          <Textarea
            {...control}
            spellCheck={false}
            className="max-h-96 font-mono text-sm"
            value={file}
            onChange={({ currentTarget }) => setFile(currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}

function FileErrors({ errors }: Extract<CheckedFile, { errors: unknown }>) {
  const t = useTranslations("prices");
  return (
    <Alert tone="danger" role="alert">
      <p className="font-medium">{t("problems", { count: errors.length })}</p>
      <ul className="mt-1 list-disc pl-5">
        {errors.map(({ place, error, values }) => (
          <li key={`${place} ${error} ${values?.found ?? ""}`}>
            {/^\d+$/.test(place) ? t("line", { line: place }) : <code className="font-mono text-sm">{place}</code>}{" "}
            {t(`faults.${error}`, { found: values?.found ?? "", min: values?.min ?? 0, max: values?.max ?? 0 })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Publication({ file, day, effect: { changes, toConfirm } }: { file: string; day: string; effect: Effect }) {
  const t = useTranslations("prices");
  const router = useRouter();
  const client = useQueryClient();
  const { nameFigure } = useFigures();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [reason, setReason] = useState("");
  const { isBusy, error, start } = useAction(
    async () => {
      const confirmed = Object.fromEntries(toConfirm.map((path) => [path, Number((typed[path] ?? "").trim().replace(",", "."))]));
      const { isPublished } = await api.console.prices.propose.mutate({ file, day, confirmed, reason });
      await client.invalidateQueries({ queryKey: versionsQuery.queryKey });
      notify("success", t(isPublished ? "published" : "proposed"));
      router.push("/support/prices");
    },
    { leadsAway: true },
  );
  return (
    <Card>
      <CardContent className="pt-4 sm:pt-5">
        <form className="grid gap-4" method="post" onSubmit={start}>
          {toConfirm.length === 0 ? null : <Alert tone="warning">{t("large")}</Alert>}
          {toConfirm.map((path) => (
            <Field
              key={path}
              label={t("typeFigure", { figure: nameFigure(path) })}
              hint={t("typeHint", { value: String(changes.find((change) => change.path === path)?.after ?? "") })}
            >
              {(control) => (
                <Input
                  {...control}
                  required
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed[path] ?? ""}
                  onChange={({ currentTarget }) => setTyped({ ...typed, [path]: currentTarget.value })}
                />
              )}
            </Field>
          ))}
          <ReasonField value={reason} onChange={({ currentTarget }) => setReason(currentTarget.value)} />
          <FormError error={error} />
          <div>
            <Button type="submit" disabled={isBusy}>
              {t("propose")}
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  );
}
