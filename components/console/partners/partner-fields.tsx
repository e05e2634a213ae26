"use client";

import { useTranslations } from "next-intl";
import { useController, useFormState } from "react-hook-form";
import type { Control, FieldErrors, UseFormRegister } from "react-hook-form";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { features } from "#db/schema/enums.ts";
import type { PartnerForm } from "#lib/account/worlds/schema.ts";
import { readCount } from "#lib/platform/text/typed-numbers.ts";

/** The parts of a form that these fields need, shared by creating and changing. */
interface FormParts {
  control: Control<PartnerForm>;
  register: UseFormRegister<PartnerForm>;
  errors: FieldErrors<PartnerForm>;
}

export function PartnerFields({ control: formControl, register, errors }: FormParts) {
  const t = useTranslations("partners.settings");
  // Default values, so that the server renders the values.
  const { name, requestsPerMinute, openContractsLimit } = useFormState({ control: formControl }).defaultValues ?? {};
  return (
    <>
      <Field label={t("name")} error={errors.name?.message}>
        {(control) => <Input {...control} {...register("name")} defaultValue={name} autoComplete="off" maxLength={120} />}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t("requestsPerMinute")} hint={t("requestsPerMinuteHint")} error={errors.requestsPerMinute?.message}>
          {(control) => (
            <Input
              {...control}
              {...register("requestsPerMinute", { setValueAs: (written: WrittenFields) => readWritten(written, undefined) })}
              defaultValue={requestsPerMinute}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={t("openContractsLimit")} hint={t("openContractsLimitHint")} error={errors.openContractsLimit?.message}>
          {(control) => (
            <Input
              {...control}
              {...register("openContractsLimit", { setValueAs: (written: WrittenFields) => readWritten(written, null) })}
              defaultValue={openContractsLimit ?? ""}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <FeatureChoices control={formControl} />
    </>
  );
}

function FeatureChoices({ control }: Pick<FormParts, "control">) {
  const t = useTranslations("partners.settings");
  const { field } = useController({ control, name: "features" });
  return (
    <CheckboxChoices
      legend={t("features")}
      choices={features.map((value) => ({ value, label: t(`featureNames.${value}`), hint: t(`featureHints.${value}`) }))}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

type WrittenFields = string | number | null | undefined;

/** Parses a typed count, or returns `empty` for none; an invalid one is passed on for the schema to refuse. */
function readWritten<Empty>(written: WrittenFields, empty: Empty): number | string | Empty {
  const text = String(written ?? "").trim();
  return text === "" ? empty : (readCount(text) ?? text);
}
