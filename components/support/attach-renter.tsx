"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";

const load = () => import("#components/support/attach-renter-dialog.tsx");
const AttachRenterDialog = lazy(() => load().then((module) => ({ default: module.AttachRenterDialog })));

/** Attaches one of the registered renters to an environment of a partner. */
export function AttachRenter({ partnerId }: { partnerId: string }) {
  const t = useTranslations("companies.attach");
  const trigger = (
    <Button>
      <Link2 aria-hidden />
      {t("open")}
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <AttachRenterDialog trigger={trigger} partnerId={partnerId} />
    </OnDemand>
  );
}
