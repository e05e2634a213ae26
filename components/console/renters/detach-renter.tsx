"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { refreshRenters } from "#components/renters/queries.ts";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/platform/environments.ts";

/** An environment to which a renter is or can be attached. */
export interface RenterPlacing {
  partnerId: string;
  environment: Environment;
  uid: string;
  renter: string;
}

/** Detaches a renter from an environment, after explaining the effect there. */
export function DetachRenter({ place }: { place: RenterPlacing }) {
  const t = useTranslations("companies.detach");
  const environment = useTranslations("shell.environments")(place.environment);
  const client = useQueryClient();
  const { partnerId, uid, renter } = place;
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm" className="text-danger" aria-label={t("openWhich", { renter, environment })} icon={Unlink}>
          {t("open")}
        </Button>
      }
      title={t("title", { renter, environment })}
      description={t("description")}
      confirm={t("confirm")}
      isDestructive
      asksReason
      onConfirm={async (reason) => {
        await api.console.renters.detach.mutate({ partnerId, environment: place.environment, uid, reason });
        await refreshRenters(client);
        notify("success", t("done", { renter, environment }));
      }}
    >
      <ul className="grid list-disc gap-1 pl-5 text-muted-foreground">
        <li>{t("refused")}</li>
        <li>{t("kept")}</li>
        <li>{t("again")}</li>
      </ul>
    </ConfirmDialog>
  );
}

/** Attaches a renter to the other environment of a partner that uses it. */
export function AttachHere({ place }: { place: RenterPlacing }) {
  const t = useTranslations("companies.attach");
  const environment = useTranslations("shell.environments")(place.environment);
  const client = useQueryClient();
  const { partnerId, uid, renter } = place;
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm" aria-label={t("openWhich", { renter, environment })}>
          {t("here")}
        </Button>
      }
      title={t("titleWhich", { renter, environment })}
      description={t("meaning")}
      confirm={t("confirm")}
      onConfirm={async () => {
        await api.console.renters.attach.mutate({ partnerId, environment: place.environment, uid });
        await refreshRenters(client);
        notify("success", t("done", { renter, environment }));
      }}
    />
  );
}
