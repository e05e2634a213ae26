"use client";

import { Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeInput, isCode } from "#components/auth/proof-form.tsx";
import { api } from "#components/kit/api/api.ts";
import type { Answers } from "#components/kit/api/api.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader } from "#components/ui/dialog.tsx";

type Started = Answers["account"]["startApp"];
type Change = (recoveryCodes?: string[] | null) => Promise<void>;

export function AuthenticatorApp({ isSetUp, onChange }: { isSetUp: boolean; onChange: Change }) {
  const t = useTranslations("security.app");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Badge tone={isSetUp ? "success" : "neutral"}>{t(isSetUp ? "on" : "off")}</Badge>
      {isSetUp ? <RemoveApp onChange={onChange} /> : <SetUpApp onChange={onChange} />}
    </div>
  );
}

function RemoveApp({ onChange }: { onChange: Change }) {
  const t = useTranslations("security.app");
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm" className="text-danger">
          {t("remove")}
        </Button>
      }
      title={t("removeTitle")}
      description={t("removeText")}
      confirm={t("remove")}
      isDestructive
      onConfirm={async () => {
        await api.account.removeApp.mutate();
        await onChange();
        notify("success", t("removed"));
      }}
    />
  );
}

function SetUpApp({ onChange }: { onChange: Change }) {
  const t = useTranslations("security.app");
  const say = useErrorText();
  const [started, setStarted] = useState<Started>();
  async function start() {
    try {
      setStarted(await api.account.startApp.mutate());
    } catch (error) {
      notify("error", say(error));
    }
  }
  return (
    <>
      <Button variant="outline" onClick={() => void start()} icon={Smartphone}>
        {t("setUp")}
      </Button>
      <Dialog open={started !== undefined} onOpenChange={() => setStarted(undefined)}>
        <DialogContent>
          <DialogHeader title={t("setUp")} description={t("scan")} />
          {started === undefined ? null : (
            <ConfirmApp
              started={started}
              onDone={async (recoveryCodes) => {
                setStarted(undefined);
                notify("success", t("added"));
                await onChange(recoveryCodes);
              }}
            />
          )}
        </DialogContent>
      </Dialog>
    </>
  );
}

function ConfirmApp({ started: { secret, picture }, onDone }: { started: Started; onDone: Change }) {
  const t = useTranslations("security.app");
  const [code, setCode] = useState("");
  const { isBusy, error, start } = useAction(
    async () => {
      const { recoveryCodes } = await api.account.confirmApp.mutate({ code });
      await onDone(recoveryCodes);
    },
    { leadsAway: true },
  );
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={start}>
      <QrCode rows={picture} label={t("picture")} />
      <div>
        <p className="text-sm text-muted-foreground">{t("typed")}</p>
        <p className="flex items-center gap-1">
          <code className="font-mono text-sm [overflow-wrap:anywhere]" data-testid="app-secret">
            {secret}
          </code>
          <CopyButton text={secret} what={t("key")} />
        </p>
      </div>
      <FormError error={error} />
      <Field label={t("code")}>
        {(control) => <CodeInput {...control} value={code} onChange={(event) => setCode(event.target.value)} />}
      </Field>
      <FormDialogFooter confirm={t("confirm")} isBusy={isBusy} isReady={isCode(code)} />
    </form>
  );
}

/** Black on white in either theme, so that cameras can read it. */
function QrCode({ rows, label }: { rows: readonly (readonly boolean[])[]; label: string }) {
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, not loaded
      role="img"
      aria-label={label}
      viewBox={`-2 -2 ${rows.length + 4} ${rows.length + 4}`}
      shapeRendering="crispEdges"
      className="mx-auto w-48 rounded-lg bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
