"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Fingerprint, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPasskey } from "#components/auth/webauthn.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { AuthenticatorApp } from "#components/settings/authenticator-app.tsx";
import { AlertDialog, AlertDialogContent, AlertDialogDescription, AlertDialogTitle } from "#components/ui/alert-dialog.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger, focusWhole } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SecondFactorOverview } from "#lib/account/users/second-factors.ts";

type Passkey = SecondFactorOverview["passkeys"][number];

type Change = (recoveryCodes?: string[] | null) => Promise<void>;

/** Passkeys, the authenticator app and recovery codes. `onSaved` is called once a factor is set up and its recovery codes are saved. */
export function SecondFactors({ onSaved }: { onSaved?: () => void }) {
  const t = useTranslations("security");
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(trpc.account.secondFactors.queryOptions());
  const [codes, setCodes] = useState<string[]>();
  if (data === undefined) {
    return error === null ? <Skeleton className="h-64" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }

  async function change(fresh?: string[] | null) {
    if (fresh !== undefined && fresh !== null) setCodes(fresh);
    await client.invalidateQueries({ queryKey: trpc.account.secondFactors.queryKey() });
    if (fresh === null) onSaved?.();
  }

  return (
    <>
      <TitledCard title={t("passkeys.title")} description={t("passkeys.hint")}>
        <PasskeyList passkeys={data.passkeys} onChange={change} />
      </TitledCard>
      <TitledCard title={t("app.title")} description={t("app.hint")}>
        <AuthenticatorApp isSetUp={data.hasApp} onChange={change} />
      </TitledCard>
      <TitledCard title={t("codes.title")} description={t("codes.hint")}>
        {data.hasApp || data.passkeys.length > 0 ? (
          <RenewCodes left={data.recoveryCodesLeft} onChange={change} />
        ) : (
          <p className="text-muted-foreground">{t("codes.none")}</p>
        )}
      </TitledCard>
      <RecoveryCodes
        codes={codes}
        onClose={() => {
          setCodes(undefined);
          onSaved?.();
        }}
      />
    </>
  );
}

/** The number of unused recovery codes, and a button that replaces them. */
function RenewCodes({ left, onChange }: { left: number; onChange: (recoveryCodes: string[]) => Promise<void> }) {
  const t = useTranslations("security.codes");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Badge tone={left > 2 ? "success" : "warning"}>{t("left", { count: left })}</Badge>
      <ConfirmDialog
        trigger={<Button variant="outline">{t("renew")}</Button>}
        title={t("renewTitle")}
        description={t("renewText")}
        confirm={t("renew")}
        onConfirm={async () => {
          const { recoveryCodes } = await api.account.replaceRecoveryCodes.mutate();
          await onChange(recoveryCodes);
        }}
      />
    </div>
  );
}

/** Recovery codes that are shown once, in a dialog that only its button closes. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | undefined; onClose: () => void }) {
  const t = useTranslations("security.codes");
  const common = useTranslations("common");
  const text = (codes ?? []).join("\n");
  return (
    <AlertDialog open={codes !== undefined}>
      <AlertDialogContent onEscapeKeyDown={(event) => event.preventDefault()} onOpenAutoFocus={focusWhole}>
        <div className="grid gap-1.5">
          <AlertDialogTitle>{t("saveTitle")}</AlertDialogTitle>
          <AlertDialogDescription>{t("saveText")}</AlertDialogDescription>
        </div>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-code px-4 py-3 font-mono select-all">
          {codes?.map((code) => (
            <li key={code} data-testid="recovery-code">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button asChild variant="outline">
            <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`} download="covergate-recovery-codes.txt">
              <Download aria-hidden />
              {t("download")}
            </a>
          </Button>
          <CopyButton text={text} what={t("what")} className="h-9">
            {common("copyWord")}
          </CopyButton>
          <Button onClick={onClose}>{t("done")}</Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** The user's passkeys, which can be added and removed. */
function PasskeyList({ passkeys, onChange }: { passkeys: readonly Passkey[]; onChange: Change }) {
  const t = useTranslations("security.passkeys");
  return (
    <div className="grid gap-4">
      {passkeys.length === 0 ? <p className="text-muted-foreground">{t("empty")}</p> : null}
      <ul className="grid divide-y empty:hidden">
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onChange={onChange} />
        ))}
      </ul>
      <AddPasskey onChange={onChange} />
    </div>
  );
}

function PasskeyItem({ passkey: { id, name, isSynced, createdAt, lastUsedAt }, onChange }: { passkey: Passkey; onChange: Change }) {
  const t = useTranslations("security.passkeys");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Fingerprint aria-hidden className="size-5 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {name} {isSynced ? <Badge>{t("synced")}</Badge> : null}
        </p>
        <p className="text-sm text-muted-foreground">
          {t.rich("created", { time: () => <TimeStamp at={createdAt} as="day" focusable /> })},{" "}
          {lastUsedAt === null ? t("unused") : t.rich("used", { time: () => <TimeStamp at={lastUsedAt} as="ago" focusable /> })}
        </p>
      </div>
      <ConfirmDialog
        trigger={
          <Button variant="ghost" size="sm" className="text-danger" aria-label={t("removeWhich", { name })} icon={Trash2}>
            {t("remove")}
          </Button>
        }
        title={t("removeTitle", { name })}
        description={t("removeText")}
        confirm={t("remove")}
        isDestructive
        onConfirm={async () => {
          await api.account.removePasskey.mutate({ passkeyId: id });
          await onChange();
          notify("success", t("removed"));
        }}
      />
    </li>
  );
}

function AddPasskey({ onChange }: { onChange: Change }) {
  const t = useTranslations("security.passkeys");
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const { isBusy, error, clearError, start } = useAction(async () => {
    const credential = await createPasskey();
    const { recoveryCodes } = await api.account.addPasskey.mutate({ name, credential });
    open(false);
    notify("success", t("added"));
    await onChange(recoveryCodes);
  });

  function open(isWanted: boolean) {
    setIsOpen(isWanted);
    setName("");
    clearError();
  }

  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button variant="outline" className="w-fit" icon={Plus}>
          {t("add")}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("add")} description={t("hint")} />
        <form noValidate method="post" className="grid gap-4" onSubmit={start}>
          <FormError error={error} />
          <Field label={t("name")} hint={t("nameHint")}>
            {(control) => (
              <Input {...control} value={name} onChange={(event) => setName(event.target.value)} maxLength={60} autoComplete="off" />
            )}
          </Field>
          <FormDialogFooter confirm={t("create")} isBusy={isBusy} isReady={name.trim() !== ""} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
