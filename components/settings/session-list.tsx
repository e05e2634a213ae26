"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut, Monitor } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { api, trpc } from "#components/kit/api/api.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { ErrorState, useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { leave } from "#components/shell/sign-out.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SessionOverview } from "#lib/account/users/sessions.ts";

/** The user's sessions with device, address and time, each with a button that ends it. */
export function SessionList() {
  const { data, error, refetch } = useQuery(trpc.account.sessions.queryOptions());
  if (data === undefined) {
    return error === null ? <Skeleton className="h-24" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className="grid gap-4">
      <ul className="grid divide-y">
        {data.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <div>
        <SignOutEverywhere />
      </div>
    </div>
  );
}

function SessionItem({ session }: { session: SessionOverview }) {
  const t = useTranslations("security.sessions");
  const say = useErrorText();
  const client = useQueryClient();
  const router = useRouter();
  const { id, isCurrent, isNewDevice, browser, system, address, createdAt, lastSeenAt } = session;
  const device = browser === "" ? t("unknown") : t("device", { browser, system: system === "" ? "?" : system });

  async function change(send: () => Promise<unknown>, done?: string) {
    try {
      await send();
      await client.invalidateQueries({ queryKey: trpc.account.sessions.queryKey() });
      // The server renders the notice of new devices.
      router.refresh();
      if (done !== undefined) notify("success", done);
    } catch (error) {
      notify("error", say(error));
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Monitor aria-hidden className="size-5 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device} {isCurrent ? <Badge tone="success">{t("current")}</Badge> : null}
          {isNewDevice && !isCurrent ? <Badge tone="warning">{t("new")}</Badge> : null}
        </p>
        <p id={`session-${id}`} className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {t("from", { address })} · {t.rich("since", { time: () => <TimeStamp at={createdAt} focusable /> })},{" "}
          {t.rich("seen", { time: () => <TimeStamp at={lastSeenAt} as="ago" focusable /> })}
        </p>
      </div>
      {isNewDevice && !isCurrent ? (
        <Button
          variant="outline"
          size="sm"
          aria-describedby={`session-${id}`}
          onClick={() => void change(() => api.account.acknowledgeDevices.mutate({ sessionId: id, alone: true }))}
        >
          {t("recognise")}
        </Button>
      ) : null}
      {isCurrent ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="text-danger"
          aria-label={t("endWhich", { device })}
          aria-describedby={`session-${id}`}
          onClick={() => void change(() => api.account.endSession.mutate({ sessionId: id }), t("ended"))}
          icon={LogOut}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const t = useTranslations("security");
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" icon={LogOut}>
          {t("signOutEverywhere")}
        </Button>
      }
      title={t("signOutEverywhereTitle")}
      description={t("signOutEverywhereText")}
      confirm={t("signOutEverywhere")}
      isDestructive
      onConfirm={async () => {
        await api.account.signOutEverywhere.mutate();
        await leave();
      }}
    />
  );
}
