"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { ViewTabs } from "#components/kit/list/view-tabs.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PriceEffect } from "#components/prices/effect.tsx";
import { PriceGrid } from "#components/prices/price-grid.tsx";
import { FileErrors, Publication } from "#components/prices/publication.tsx";
import { useNewVersion } from "#components/prices/use-new-version.ts";
import type { StartingVersion } from "#components/prices/use-new-version.ts";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { readPriceFile } from "#lib/insurance/prices/file.ts";
import type { TariffFileError } from "#lib/insurance/prices/file.ts";
import type { CheckedFile, TariffVersion } from "#lib/insurance/prices/overview.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import { decodeSheet } from "#lib/platform/text/read-csv.ts";

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
