"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { Field, ReasonField } from "#components/kit/form/field.tsx";
import { FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { ViewTabs } from "#components/kit/list/pager.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PriceEffect } from "#components/prices/effect.tsx";
import { useFigures } from "#components/prices/figures.tsx";
import { PriceGrid } from "#components/prices/price-grid.tsx";
import { versionsQuery } from "#components/prices/queries.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Effect } from "#lib/insurance/prices/effect.ts";
import { readPriceFile, writePriceFile } from "#lib/insurance/prices/file.ts";
import type { PriceList, TariffFileError } from "#lib/insurance/prices/file.ts";
import { cellsOf, fileOfCells, readCell } from "#lib/insurance/prices/grid.ts";
import type { CheckedFile, TariffVersion } from "#lib/insurance/prices/overview.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import { decodeSheet } from "#lib/platform/text/read-csv.ts";

interface StartingVersion {
  tariffId: string;
  list: PriceList;
}

/**
 * A new version that is typed in a table or comes from a file: checked, shown with its effect, and only then proposed for a day to come.
 * The table and the file are two views of the same version.
 */
export function NewVersion({
  versions,
  start,
}: {
  versions: readonly Pick<TariffVersion, "id" | "name" | "version">[];
  start: StartingVersion;
}) {
  const t = useTranslations("prices");
  const { decimalMark, base, way, typed, text, day, checked, file, edit, show, startFrom, ...set } = useNewVersion(start);
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <Card>
        <CardContent className="pt-4 sm:pt-5">
          <ViewTabs
            label={t("way")}
            views={[
              { value: "table", label: t("table") },
              { value: "file", label: t("file") },
            ]}
            value={way}
            onChange={(next) => edit(() => show(next))}
          />
          <CheckForm file={file} day={day} setDay={(chosen) => edit(() => set.setDay(chosen))} onChecked={set.setChecked}>
            {way === "file" ? (
              <FileFields file={text} setFile={(changed) => edit(() => set.setText(changed))} />
            ) : (
              <>
                <VersionFields
                  typed={typed}
                  setTyped={(changed) => edit(() => set.setTyped({ ...typed, ...changed }))}
                  versions={versions}
                  base={base.tariffId}
                  startFrom={startFrom}
                />
                <PriceGrid
                  base={base.list.rates}
                  cells={typed.cells}
                  errors={errorsOf(file)}
                  decimalMark={decimalMark}
                  onChange={(cells) => edit(() => set.setTyped({ ...typed, cells }))}
                />
              </>
            )}
          </CheckForm>
        </CardContent>
      </Card>
      {checked === undefined ? null : (
        <CheckResult>
          {"errors" in checked ? (
            <FileErrors errors={checked.errors} isTable={way === "table"} />
          ) : (
            <>
              <PriceEffect {...checked} />
              <Publication file={file} day={day} effect={checked} />
            </>
          )}
        </CheckResult>
      )}
    </div>
  );
}

/** The result gets the focus, since it is below the form. */
function CheckResult({ children }: { children: ReactNode }) {
  const t = useTranslations("prices");
  const result = useRef<HTMLElement>(null);
  useEffect(() => result.current?.focus(), []);
  return (
    <section ref={result} tabIndex={-1} aria-label={t("result")} className="grid scroll-mt-20 gap-6 outline-none [&>*]:min-w-0">
      {children}
    </section>
  );
}

function errorsOf(file: string): TariffFileError[] {
  const read = readPriceFile(file);
  return "errors" in read ? read.errors : [];
}

function VersionFields({
  typed: { name, version },
  setTyped,
  versions,
  base,
  startFrom,
}: {
  typed: { name: string; version: string };
  setTyped: (typed: { name?: string; version?: string }) => void;
  versions: readonly Pick<TariffVersion, "id" | "name" | "version">[];
  base: string;
  startFrom: (tariffId: string) => Promise<void>;
}) {
  const t = useTranslations("prices");
  const say = useErrorText();
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={t("startFrom")} hint={t("startFromHint")}>
        {(control) => (
          <NativeSelect
            {...control}
            value={base}
            onChange={({ currentTarget }) => void startFrom(currentTarget.value).catch((error: unknown) => notify("error", say(error)))}
          >
            {versions.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name === publicTariffName ? t("public") : one.name}, {one.version}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label={t("name")} hint={t("nameHint")}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={64}
            value={name}
            onChange={({ currentTarget }) => setTyped({ name: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("version")} hint={t("versionHint")}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={64}
            value={version}
            onChange={({ currentTarget }) => setTyped({ version: currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}

function CheckForm({
  file,
  day,
  setDay,
  onChecked,
  children,
}: {
  file: string;
  day: string;
  setDay: (day: string) => void;
  onChecked: (checked: CheckedFile | undefined) => void;
  children: ReactNode;
}) {
  const t = useTranslations("prices");
  const { isBusy, error, start } = useAction(async () => {
    onChecked(undefined);
    onChecked(await api.console.prices.check.mutate({ file, day }));
  });
  return (
    <form className="grid gap-4 [&>*]:min-w-0" method="post" onSubmit={start}>
      {children}
      <Field label={t("day")} hint={t("dayHint")}>
        {(control) => (
          <Input
            {...control}
            type="date"
            required
            className="max-w-48"
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
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

/** The version that is typed, its file, and what the check said about it. */
function useNewVersion(start: StartingVersion) {
  const decimalMark: "." | "," = useLocale().startsWith("fr") ? "," : ".";
  const [base, setBase] = useState(start);
  const [way, setWay] = useState<"table" | "file">("table");
  const [typed, setTyped] = useState({
    name: base.list.name,
    version: "",
    cells: cellsOf(base.list.rates, decimalMark),
  });
  const [text, setText] = useState(() => writePriceFile(base.list, "csv").replaceAll("\r\n", "\n"));
  const [day, setDay] = useState("");
  const [checked, setChecked] = useState<CheckedFile>();
  const file = way === "table" ? fileOfCells(typed) : text;
  /** Only a checked version can be published. */
  function edit(change: () => void) {
    change();
    setChecked(undefined);
  }
  function show(next: "table" | "file"): void {
    const read = readPriceFile(file);
    if ("list" in read && next === "file") setText(writePriceFile(read.list, "csv").replaceAll("\r\n", "\n"));
    if ("list" in read && next === "table") setTyped({ ...read.list, cells: cellsOf(read.list.rates, decimalMark) });
    setWay(next);
  }
  async function startFrom(tariffId: string): Promise<void> {
    const read = readPriceFile(await api.console.prices.export.query({ tariffId, format: "json", language: "en" }));
    if ("errors" in read) throw new Error(`the version ${tariffId} cannot be read`);
    edit(() => {
      setBase({ tariffId, list: read.list });
      setTyped({ name: read.list.name, version: "", cells: cellsOf(read.list.rates, decimalMark) });
    });
  }
  return { decimalMark, base, way, typed, setTyped, text, setText, day, setDay, checked, setChecked, file, edit, show, startFrom };
}

/** In the table, the cells say what is wrong with their figures. */
function FileErrors({ errors, isTable }: Extract<CheckedFile, { errors: unknown }> & { isTable: boolean }) {
  const t = useTranslations("prices");
  const { nameFigure } = useFigures();
  const nameOf = (place: string) => (place === "name" || place === "version" ? t(place) : nameFigure(place));
  return (
    <Alert tone="danger" role="alert">
      <p className="font-medium">{t(isTable ? "grid.problems" : "problems", { count: errors.length })}</p>
      <ul className="mt-1 list-disc pl-5">
        {errors.map(({ place, error, values }) => (
          <li key={`${place} ${error} ${values?.found ?? ""}`}>
            {isTable ? null : /^\d+$/.test(place) ? t("line", { line: place }) : <code className="font-mono text-sm">{place}</code>}{" "}
            {isTable ? nameOf(place) : t(`faults.${error}`, { found: values?.found ?? "", min: values?.min ?? 0, max: values?.max ?? 0 })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Proposes a checked version; large changes are typed once more. */
function Publication({ file, day, effect: { changes, toConfirm } }: { file: string; day: string; effect: Effect }) {
  const t = useTranslations("prices");
  const router = useRouter();
  const client = useQueryClient();
  const { nameFigure, sayFigure } = useFigures();
  const unitOf = (path: string) => changes.find((change) => change.path === path)?.unit ?? "rate";
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [reason, setReason] = useState("");
  const { isBusy, error, start } = useAction(
    async () => {
      const confirmed = Object.fromEntries(toConfirm.map((path) => [path, Number(readCell(typed[path] ?? "", unitOf(path)))]));
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
              hint={t("typeHint", { value: sayFigure(changes.find((change) => change.path === path)?.after ?? null, unitOf(path)) })}
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
