"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Identifier } from "#components/portal/identifier.tsx";
import { PageHeader } from "#components/portal/page-header.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { RenterPlaces } from "#components/support/renter-places.tsx";
import { registeredRenterQuery } from "#components/support/renter-queries.ts";
import { RenterSettings } from "#components/support/renter-settings.tsx";
import { Button } from "#components/ui/button.tsx";

/** A registered renter: where it is attached, and its settings. */
export function RenterDetail({ uid }: { uid: string }) {
  const t = useTranslations("companies");
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
          <Button asChild variant="outline">
            <Link href={`/support/audit?${new URLSearchParams({ subject: renter.uid })}`}>
              <ScrollText aria-hidden />
              {t("history")}
            </Link>
          </Button>
        }
      />
      <div className="grid gap-5">
        <RenterPlaces renter={renter} />
        <RenterSettings renter={renter} />
      </div>
    </>
  );
}
