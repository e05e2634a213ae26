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
import { versionsQuery } from "#components/prices/queries.ts";
import { useFigures } from "#components/prices/use-figures.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import type { Effect } from "#lib/insurance/prices/effect.ts";
import { readCell } from "#lib/insurance/prices/grid.ts";
import type { CheckedFile } from "#lib/insurance/prices/overview.ts";

/** In the table, the cells say what is wrong with their figures. */
export function FileErrors({ errors, isTable }: Extract<CheckedFile, { errors: unknown }> & { isTable: boolean }) {
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
export function Publication({ file, day, effect: { changes, toConfirm } }: { file: string; day: string; effect: Effect }) {
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
