"use client";

import { useTranslations } from "next-intl";
import { useController, useFormState } from "react-hook-form";
import type { Control, FieldErrors, UseFormRegister } from "react-hook-form";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { useLanguage } from "#components/shell/use-language.ts";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { catalogueTranslations } from "#lib/insurance/catalogue/translations.ts";
import { partyCountries } from "#lib/insurance/contracts/requests.ts";
import type { RenterCompany, RenterForm } from "#lib/insurance/renters/schema.ts";

/** The parts of a form that these fields need, shared by registering and changing. */
export interface RenterFormParts {
  control: Control<RenterForm>;
  register: UseFormRegister<RenterForm>;
  errors: FieldErrors<RenterForm>;
  /** The stored country, which may not be among the offered ones. */
  country: string;
}

export function RenterFields(parts: RenterFormParts) {
  return (
    <>
      <CompanyFields {...parts} />
      <ContractTypeChoices {...parts} />
      <ProductTypeChoices {...parts} />
      <SaleChoices {...parts} />
      <BrandColor {...parts} />
    </>
  );
}

function CompanyFields({ control: formControl, register, errors, country }: RenterFormParts) {
  const t = useTranslations("companies.company");
  // Default values, so that the server renders the values.
  const { company } = useFormState({ control: formControl }).defaultValues ?? {};
  const text = (name: Exclude<keyof RenterCompany, "country">, type: "text" | "email" | "tel" = "text") => (
    <Field label={t(name)} error={errors.company?.[name]?.message}>
      {(control) => <Input {...control} {...register(`company.${name}`)} defaultValue={company?.[name]} type={type} autoComplete="off" />}
    </Field>
  );
  const countries: readonly string[] = partyCountries.some((known) => known === country) ? partyCountries : [country, ...partyCountries];
  return (
    <div className="@container grid gap-4">
      {text("company_name")}
      <div className="grid items-start gap-4 @md:grid-cols-2">
        {text("first_name")}
        {text("last_name")}
        {text("email", "email")}
        {text("phone_number", "tel")}
      </div>
      {text("address")}
      <div className="grid items-start gap-4 @md:grid-cols-[8rem_minmax(0,1fr)_12rem]">
        {text("zipcode")}
        {text("city")}
        <Field label={t("country")} error={errors.company?.country?.message}>
          {(control) => (
            <NativeSelect {...control} {...register("company.country")} defaultValue={company?.country}>
              {countries.map((code) => (
                <option key={code} value={code}>
                  {t.has(`countries.${code}` as "countries.FR") ? t(`countries.${code}` as "countries.FR") : code}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
    </div>
  );
}

function ContractTypeChoices({ control }: RenterFormParts) {
  const t = useTranslations("companies");
  const { field } = useController({ control, name: "contractTypes" });
  const choices = contractTypes.map((value) => ({ value, label: value, hint: t(`terms.${value}`) }));
  return (
    <CheckboxChoices
      legend={t("contractTypes")}
      choices={choices}
      value={field.value}
      onChange={field.onChange}
      warning={t("noneChosen")}
      className="lg:grid-cols-3"
    />
  );
}

function ProductTypeChoices({ control }: RenterFormParts) {
  const t = useTranslations("companies");
  const [language] = useLanguage();
  const { field } = useController({ control, name: "productTypes" });
  const choices = productTypeNames.map((value) => {
    const { en, fr } = catalogueTranslations[value];
    return { value, label: language === "fr" ? fr : en };
  });
  return (
    <CheckboxChoices
      legend={t("productTypes")}
      choices={choices}
      value={field.value}
      onChange={field.onChange}
      warning={t("noneChosen")}
      className="lg:grid-cols-3"
    />
  );
}

function SaleChoices({ control }: RenterFormParts) {
  const t = useTranslations("companies");
  const { field: option } = useController({ control, name: "option" });
  const { field: inclusion } = useController({ control, name: "inclusion" });
  const fields = { option, inclusion } as const;
  const names = ["option", "inclusion"] as const;
  return (
    <CheckboxChoices
      legend={t("sales.legend")}
      choices={names.map((value) => ({ value, label: t(`sales.${value}`) }))}
      value={names.filter((name) => fields[name].value)}
      onChange={(chosen) => {
        for (const name of names) fields[name].onChange(chosen.includes(name));
      }}
      className="lg:grid-cols-3"
    />
  );
}

function BrandColor({ control: formControl, register, errors }: RenterFormParts) {
  const t = useTranslations("companies.brandColor");
  const { brandColor } = useFormState({ control: formControl }).defaultValues ?? {};
  return (
    <Field label={t("label")} hint={t("hint")} error={errors.brandColor?.message}>
      {(control) => <Input {...control} {...register("brandColor")} defaultValue={brandColor} placeholder="#17505e" autoComplete="off" />}
    </Field>
  );
}
