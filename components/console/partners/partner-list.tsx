"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { PartnerFields } from "#components/console/partners/partner-fields.tsx";
import { partnerParsers, partnersQuery } from "#components/console/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime, TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { partnerFilters } from "#lib/account/partners/list-filters.ts";
import type { PartnerRow } from "#lib/account/partners/list.ts";
import { newPartnerDefaults, partnerForm } from "#lib/account/worlds/schema.ts";
import type { PartnerStatus } from "#lib/account/worlds/schema.ts";

const idOf = ({ id }: PartnerRow) => id;
const hrefOf = ({ id }: PartnerRow) => `/support/partners/${id}`;

export function PartnerList() {
  const t = useTranslations("partners");
  const statuses = useTranslations("common.statuses.partner");
  const filters = useListFilters(partnerParsers);
  const query = useQuery(partnersQuery(filters.values));
  const columns: Column<PartnerRow>[] = [
    { key: "name", header: t("columns.name"), cell: ({ name }) => name },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="partner" status={status} />, phone: "end" },
    { key: "users", header: t("columns.users"), cell: ({ users }) => users, align: "right" },
    {
      key: "features",
      header: t("columns.features"),
      cell: ({ features }) => features.length,
      align: "right",
    },
    {
      key: "lastUsedAt",
      header: t("columns.lastUsed"),
      cell: ({ lastUsedAt }) => <LastTime at={lastUsedAt} never={t("never")} />,
      phone: "below",
    },
    { key: "createdAt", header: t("columns.created"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="day" />, phone: "belowEnd" },
  ];

  return (
    <ResourceList
      texts={t}
      declared={partnerFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") },
        status: { label: t("columns.status"), labelOf: (status) => statuses(status as PartnerStatus) },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={hrefOf}
      nothing={<EmptyState icon={Building2} texts={t} />}
    />
  );
}

export function NewPartner() {
  const t = useTranslations("partners.create");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button icon={Plus}>{t("open")}</Button>
      </DialogTrigger>
      <DialogContent className="max-w-2xl">
        <DialogHeader title={t("title")} description={t("description")} />
        <NewPartnerForm />
      </DialogContent>
    </Dialog>
  );
}

function NewPartnerForm() {
  const t = useTranslations("partners.create");
  const router = useRouter();
  const form = useZodForm(partnerForm, newPartnerDefaults);
  const { onSubmit, error, isBusy } = useSubmit(form, async (values) => {
    const { id } = await api.console.partners.create.mutate(values);
    router.push(`/support/partners/${id}?tab=users`);
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      <PartnerFields control={form.control} register={form.register} errors={form.formState.errors} />
      <FormDialogFooter confirm={t("confirm")} isBusy={isBusy} />
    </form>
  );
}
