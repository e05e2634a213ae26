"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { Control, UseFormRegister } from "react-hook-form";
import { RenterFields } from "#components/console/renters/renter-fields.tsx";
import { api } from "#components/kit/api/api.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { refreshRenters, registeredRentersQuery, renterParsers } from "#components/renters/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { RegisteredRenter } from "#lib/insurance/renters/list.ts";
import { renterForm, renterUid } from "#lib/insurance/renters/schema.ts";
import type { RenterForm } from "#lib/insurance/renters/schema.ts";

const idOf = ({ uid }: RegisteredRenter) => uid;
const hrefOf = ({ uid }: RegisteredRenter) => `/support/renters/${encodeURIComponent(uid)}`;

export function RegisteredRenterList() {
  const t = useTranslations("companies");
  const filters = useListFilters(renterParsers);
  const query = useQuery(registeredRentersQuery(filters.values));
  const columns: Column<RegisteredRenter>[] = [
    { key: "company", header: t("columns.company"), cell: ({ company }) => company },
    {
      key: "uid",
      header: t("columns.uid"),
      cell: ({ uid }) => (
        <code className="block max-w-72 font-mono text-sm [overflow-wrap:anywhere] sm:truncate @max-[60rem]:sm:max-w-44">{uid}</code>
      ),
      phone: "below",
    },
    { key: "city", header: t("columns.city"), cell: ({ city, country }) => `${city} (${country})`, phone: "belowEnd" },
    { key: "mayInsure", header: t("columns.mayInsure"), cell: (renter) => <MayInsure renter={renter} /> },
    { key: "partners", header: t("columns.partners"), cell: ({ partners }) => partners, align: "right", from: "wide" },
    { key: "createdAt", header: t("columns.registered"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="day" />, phone: "end" },
  ];
  return (
    <ResourceList
      texts={t}
      declared={renterFilters}
      filters={filters}
      query={query}
      words={{ search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") } }}
      columns={columns}
      idOf={idOf}
      hrefOf={hrefOf}
      nothing={<EmptyState icon={Store} texts={t} />}
    />
  );
}

function MayInsure({ renter }: { renter: RegisteredRenter }) {
  const t = useTranslations("companies");
  const count = renter.productTypes.length;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {renter.contractTypes.map((type) => (
        <Badge key={type}>{type}</Badge>
      ))}
      <span className="text-sm text-muted-foreground">
        {count === productTypeNames.length ? t("allProductTypes") : t("someProductTypes", { count })}
      </span>
    </span>
  );
}

const schema = renterForm.omit({ timeZone: true }).extend({ uid: renterUid });

const nothing = {
  uid: "",
  option: true,
  inclusion: false,
  brandColor: "",
  company: {
    company_name: "",
    first_name: "",
    last_name: "",
    email: "",
    phone_number: "",
    address: "",
    zipcode: "",
    city: "",
    country: "FR",
  },
  contractTypes: [...contractTypes],
  productTypes: [...productTypeNames],
};

export function RegisterRenter() {
  const t = useTranslations("companies.register");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button icon={Plus}>{t("open")}</Button>
      </DialogTrigger>
      <DialogContent className="max-w-3xl">
        <DialogHeader title={t("title")} description={t("description")} />
        <RegistrationForm />
      </DialogContent>
    </Dialog>
  );
}

function RegistrationForm() {
  const t = useTranslations("companies.register");
  const router = useRouter();
  const client = useQueryClient();
  const form = useZodForm(schema, nothing);
  const { onSubmit, error, isBusy } = useSubmit(form, async (renter) => {
    await api.console.renters.register.mutate(renter);
    void refreshRenters(client);
    notify("success", t("done", { name: renter.company.company_name }));
    router.push(`/support/renters/${encodeURIComponent(renter.uid)}`);
  });
  const { errors } = form.formState;
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={onSubmit}>
      <FormError error={error} />
      <Field label={t("uid")} hint={t("uidHint")} error={errors.uid?.message}>
        {(control) => (
          <Input {...control} {...form.register("uid")} autoComplete="off" spellCheck={false} maxLength={128} className="font-mono" />
        )}
      </Field>
      <RenterFields
        // A form with more fields has these too, which the types of react-hook-form do not see.
        control={form.control as unknown as Control<RenterForm>}
        register={form.register as UseFormRegister<RenterForm>}
        errors={errors}
        country={nothing.company.country}
      />
      <FormDialogFooter confirm={t("confirm")} isBusy={isBusy} />
    </form>
  );
}
