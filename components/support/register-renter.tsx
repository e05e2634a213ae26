"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";

const load = () => import("#components/support/register-renter-dialog.tsx");
const RegisterRenterDialog = lazy(() => load().then((module) => ({ default: module.RegisterRenterDialog })));

export function RegisterRenter() {
  const t = useTranslations("companies.register");
  const trigger = (
    <Button>
      <Plus aria-hidden />
      {t("open")}
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <RegisterRenterDialog trigger={trigger} />
    </OnDemand>
  );
}
