"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Controller } from "react-hook-form";
import type { ActionFormReturn } from "#components/console/claims/use-action-form.ts";
import { Field } from "#components/kit/form/field.tsx";
import { ReasonField } from "#components/kit/form/reason-field.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { documentCategories } from "#db/schema/enums.ts";

/** The name of a document to ask for, with `types` as suggestions. */
export function TypeField({ form, types }: { form: ActionFormReturn; types: readonly string[] }) {
  const t = useTranslations("claims.desk.fields");
  const listId = useId();
  return (
    <Field label={t("type")} hint={t("typeHint")} error={form.formState.errors.type?.message}>
      {(control) => (
        <>
          <Input {...control} {...form.register("type")} list={listId} autoComplete="off" maxLength={120} />
          <datalist id={listId}>
            {types.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

export function CategorySelect({ control, register }: { control: { id: string }; register: object }) {
  const t = useTranslations("claims.documents.categories");
  return (
    <NativeSelect {...control} {...register}>
      {documentCategories.map((category) => (
        <option key={category} value={category}>
          {t(category)}
        </option>
      ))}
    </NativeSelect>
  );
}

/** The reason for the action, or, if something speaks against it, the reason to take it all the same. */
export function ActionReason({
  form,
  hasWarnings,
  isReadByPartner,
}: {
  form: ActionFormReturn;
  hasWarnings: boolean;
  isReadByPartner: boolean;
}) {
  const t = useTranslations("claims.desk");
  const common = useTranslations("common");
  return (
    <ReasonField
      request={{
        label: hasWarnings ? t("fields.doubtReason") : common("reason"),
        hint: t(isReadByPartner ? "partnerReads" : "reasonKept"),
      }}
      error={form.formState.errors.reason?.message}
      {...form.register("reason")}
    />
  );
}

export function AskAgainField({ form, onChange }: { form: ActionFormReturn; onChange: (askAgain: boolean) => void }) {
  const t = useTranslations("claims.desk.fields");
  return (
    <Controller
      control={form.control}
      name="askAgain"
      render={({ field }) => (
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            checked={field.value === true}
            onCheckedChange={(checked) => {
              field.onChange(checked === true);
              onChange(checked === true);
            }}
          />
          {t("askAgain")}
        </Label>
      )}
    />
  );
}
