"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import { MissedField } from "#components/webhooks/missed-field.tsx";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";
import type { MissedChoice } from "#lib/delivery/webhooks/schema.ts";

interface Props {
  webhook: WebhookOverview;
}

/** Disables a webhook, whose deliveries then wait, or enables it and asks whether to send these. */
export function WebhookSwitch({ webhook: { id, name, enabled } }: Props) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const say = useErrorText();
  const queryClient = useQueryClient();
  const [missed, setMissed] = useState<MissedChoice>("send");
  const [isDoing, setIsDoing] = useState(false);
  const change = async (body: { enabled: boolean; missed?: MissedChoice }) => {
    await api.webhooks.change.mutate({ environment, webhookId: id, changes: body });
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  };
  async function enable() {
    await change({ enabled: true, missed });
    notify("success", t(missed === "send" ? "nowEnabled" : "nowEnabledFresh", { name }));
    // The next time the default applies again.
    setMissed("send");
  }
  async function disable() {
    setIsDoing(true);
    try {
      await change({ enabled: false });
      notify("success", t("nowDisabled", { name }));
    } catch (error) {
      notify("error", say(error));
    }
    setIsDoing(false);
  }
  if (enabled) {
    return (
      <Button variant="outline" disabled={isDoing} onClick={() => void disable()} icon={Pause}>
        {t("disable")}
      </Button>
    );
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" icon={Play}>
          {t("enable")}
        </Button>
      }
      title={t("enableTitle", { name })}
      description={t("enableText")}
      confirm={t("enable")}
      onConfirm={enable}
    >
      <MissedField webhookId={id} value={missed} onChange={setMissed} />
    </ConfirmDialog>
  );
}

export function WebhookRemoval({ webhook: { id, name } }: Props) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const router = useRouter();
  const queryClient = useQueryClient();
  async function remove() {
    try {
      const { cancelled } = await api.webhooks.remove.mutate({ environment, webhookId: id });
      notify("success", t("removed", { name, cancelled }));
    } catch (error) {
      if (portalErrorOf(error)?.status !== 404) throw error;
      notify("success", t("removedBefore", { name }));
    }
    router.push(`/${environment}/webhooks`);
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" icon={Trash2}>
          {t("remove")}
        </Button>
      }
      title={t("removeTitle", { name })}
      description={t("removeText")}
      confirm={t("remove")}
      isDestructive
      onConfirm={remove}
    />
  );
}
