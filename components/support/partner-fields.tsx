"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController } from "react-hook-form";
import type { Control, FieldErrors, UseFormRegister } from "react-hook-form";
import { Field } from "#components/portal/field.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { features } from "#lib/partners/schema.ts";
import type { Feature, PartnerForm } from "#lib/partners/schema.ts";

/** What of a form these fields need; creating and changing have it in common. */
interface FormParts {
  control: Control<PartnerForm>;
  register: UseFormRegister<PartnerForm>;
  errors: FieldErrors<PartnerForm>;
}

export function PartnerFields({ control: formControl, register, errors }: FormParts) {
  const t = useTranslations("partners.settings");
  return (
    <>
      <Field label={t("name")} fault={errors.name?.message}>
        {(control) => <Input {...control} {...register("name")} autoComplete="off" maxLength={120} />}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t("requestsPerMinute")} hint={t("requestsPerMinuteHint")} fault={errors.requestsPerMinute?.message}>
          {(control) => (
            <Input {...control} {...register("requestsPerMinute", { valueAsNumber: true })} type="number" inputMode="numeric" min={1} />
          )}
        </Field>
        <Field label={t("openContractsLimit")} hint={t("openContractsLimitHint")} fault={errors.openContractsLimit?.message}>
          {(control) => (
            <Input {...control} {...register("openContractsLimit", { setValueAs: readLimit })} type="number" inputMode="numeric" min={0} />
          )}
        </Field>
      </div>
      <FeatureChoices control={formControl} />
    </>
  );
}

function FeatureChoices({ control }: Pick<FormParts, "control">) {
  const t = useTranslations("partners.settings");
  const id = useId();
  const { field } = useController({ control, name: "features" });
  const toggle = (feature: Feature) => field.onChange(features.filter((each) => (each === feature) !== field.value.includes(each)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t("features")}</legend>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {features.map((feature) => (
          <div key={feature} className="flex items-start gap-2.5">
            <Checkbox
              id={`${id}-${feature}`}
              aria-describedby={`${id}-${feature}-hint`}
              className="mt-0.5"
              checked={field.value.includes(feature)}
              onCheckedChange={() => toggle(feature)}
            />
            <div className="min-w-0">
              <Label htmlFor={`${id}-${feature}`}>{t(`featureNames.${feature}`)}</Label>
              <p id={`${id}-${feature}-hint`} className="text-sm text-muted-foreground">
                {t(`featureHints.${feature}`)}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** No limit where nothing is written. */
function readLimit(written: string | number | null): number | null {
  return written === "" || written === null ? null : Number(written);
}
