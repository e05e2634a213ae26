"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { UseFormRegister } from "react-hook-form";
import { OwnerLink } from "#components/console/links.tsx";
import { LogoCard } from "#components/console/logo-card.tsx";
import { SettingsForm, useSettingsForm } from "#components/console/partners/settings-form.tsx";
import { AccountCard } from "#components/console/payments/account-card.tsx";
import { DetachRenter } from "#components/console/renters/detach-renter.tsx";
import { RenterFields } from "#components/console/renters/renter-fields.tsx";
import { api } from "#components/kit/api/api.ts";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { refreshRenters, registeredRenterQuery } from "#components/renters/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { RegisteredRenterDetail, RenterPlace } from "#lib/insurance/renters/read.ts";
import { timeZones } from "#lib/insurance/renters/rules/time-zone.ts";
import { renterForm } from "#lib/insurance/renters/schema.ts";
import type { RenterForm } from "#lib/insurance/renters/schema.ts";

export function RenterDetail({ uid, viewerId }: { uid: string; viewerId: string }) {
  const t = useTranslations("companies");
  const client = useQueryClient();
  const { data: renter } = useSuspenseQuery(registeredRenterQuery(uid));
  return (
    <>
      <PageHeader
        title={renter.company.company_name}
        crumbs={[{ label: t("title"), href: "/support/renters" }]}
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Identifier id={renter.uid} what={t("columns.uid")} />
            <span>{t.rich("registered", { time: () => <TimeStamp at={renter.createdAt} as="day" focusable /> })}</span>
          </span>
        }
        actions={
          <LinkButton variant="outline" href={`/support/audit?${new URLSearchParams({ subject: renter.uid })}`} icon={ScrollText}>
            {t("history")}
          </LinkButton>
        }
      />
      <div className="grid gap-5">
        <RenterPlaces renter={renter} />
        <AccountCard uid={uid} renter={renter.company.company_name} viewerId={viewerId} />
        <RenterSettings renter={renter} />
        <LogoCard owner={{ kind: "renter", id: renter.uid }} logo={renter.logo} refresh={() => refreshRenters(client)} />
      </div>
    </>
  );
}

function RenterPlaces({ renter }: { renter: RegisteredRenterDetail }) {
  const t = useTranslations("companies.places");
  const format = useFormatter();
  const open = renter.places.reduce((sum, { openContracts }) => sum + openContracts, 0);
  return (
    <TitledCard className="max-w-4xl" title={t("title")} description={t("openContracts", { count: open, figure: format.number(open) })}>
      {renter.places.length === 0 ? (
        <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground">
          {t.rich("none", {
            partners: (words) => (
              <Link href="/support/partners" className="text-link hover:underline">
                {words}
              </Link>
            ),
          })}
        </p>
      ) : null}
      {renter.openFor.length === 0 ? null : (
        <p className="mb-3 text-muted-foreground">
          {t("openFor", { partners: format.list(renter.openFor.map(({ partnerName }) => partnerName)) })}
        </p>
      )}
      <ul className="grid gap-3">
        {renter.places.map((place) => (
          <Place key={`${place.partnerId} ${place.environment}`} place={place} uid={renter.uid} renter={renter.company.company_name} />
        ))}
      </ul>
    </TitledCard>
  );
}

function Place({ place, uid, renter }: { place: RenterPlace; uid: string; renter: string }) {
  const t = useTranslations("companies.places");
  const statuses = useTranslations("common.statuses.partner");
  const format = useFormatter();
  const { partnerId, environment, attachedAt, openContracts } = place;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border px-4 py-3">
      <div className="min-w-0 space-y-1">
        <div className="flex flex-wrap items-center gap-2">
          <OwnerLink owner={place} isSupport />
          {place.partnerStatus === "suspended" ? <Badge tone="danger">{statuses("suspended")}</Badge> : null}
          {attachedAt === null ? <Badge tone="warning">{t("detached")}</Badge> : null}
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
          {attachedAt === null ? null : <span>{t.rich("since", { time: () => <TimeStamp at={attachedAt} as="day" focusable /> })}</span>}
          <span>{t("openContracts", { count: openContracts, figure: format.number(openContracts) })}</span>
        </p>
      </div>
      {attachedAt === null ? null : <DetachRenter place={{ partnerId, environment, uid, renter }} />}
    </li>
  );
}

function RenterSettings({ renter }: { renter: RegisteredRenterDetail }) {
  const t = useTranslations("companies.settings");
  const client = useQueryClient();
  const { form, state } = useSettingsForm(renterForm, settingsOf(renter), async (change) => {
    try {
      await api.console.renters.change.mutate({ uid: renter.uid, change });
      notify("success", t("saved"));
    } finally {
      void refreshRenters(client);
    }
  });
  const { errors } = form.formState;
  return (
    <SettingsForm state={state} texts="companies.settings">
      <RenterFields control={form.control} register={form.register} errors={errors} country={renter.company.country} />
      <TimeZoneField register={form.register} timeZone={renter.timeZone} error={errors.timeZone?.message} />
    </SettingsForm>
  );
}

function settingsOf({ company, contractTypes, productTypes, option, inclusion, timeZone, brandColor }: RegisteredRenterDetail): RenterForm {
  return { company, contractTypes, productTypes, option, inclusion, timeZone, brandColor };
}

/** The zone by which new contracts of a rental company count days and months. */
function TimeZoneField({
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
