"use client";

import { useTranslations } from "next-intl";
import type { UseFormRegister } from "react-hook-form";
import { Field } from "#components/kit/form/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { timeZones } from "#lib/insurance/renters/rules/time-zone.ts";
import type { RenterForm } from "#lib/insurance/renters/schema.ts";

/** The zone by which new contracts of a rental company count days and months. */
export function TimeZoneField({
  register,
  timeZone,
  error,
}: {
  register: UseFormRegister<RenterForm>;
  timeZone: string;
  error: string | undefined;
}) {
  const t = useTranslations("companies.timeZone");
  return (
    <Field label={t("label")} hint={t("hint")} error={error}>
      {(control) => (
        <NativeSelect {...control} {...register("timeZone")} defaultValue={timeZone}>
          {timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
