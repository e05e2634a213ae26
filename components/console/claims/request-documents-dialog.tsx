"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { ActionEffects } from "#components/console/claims/action-effects.tsx";
import { StaleClaimNotice } from "#components/console/claims/stale-claim-notice.tsx";
import { api, trpc } from "#components/kit/api/api.ts";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { ReasonUse } from "#lib/insurance/claims/desk/schema-templates.ts";
import { maxDocumentTypeLength, maxNoteLength } from "#lib/insurance/claims/desk/schema.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

/** Asks the insured for one or more documents, with one explanation. */
export function RequestDocumentsDialog({
  claim,
  action: asked,
  close,
  restoreFocus,
}: {
  claim: DeskClaim;
  action: AllowedAction;
  close: () => void;
  restoreFocus: () => void;
}) {
  const t = useTranslations("claims.desk.requests");
  const common = useTranslations("common");
  const { chosen, setChosen, other, setOther, note, setNote, isMissing, isBusy, error, submit } = useDocumentRequest(claim, close);
  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          restoreFocus();
        }}
      >
        <DialogHeader title={t("title")} description={t("description")} />
        <form noValidate method="post" className="grid gap-4" onSubmit={(event) => void submit(event)}>
          {error === undefined ? null : <StaleClaimNotice id={claim.id} error={error} />}
          <DocumentChoices types={claim.requestable} chosen={chosen} onChange={setChosen} />
          <Field label={t("other")} hint={t("otherHint")} error={isMissing ? t("none") : undefined}>
            {(control) => (
              <Input
                {...control}
                value={other}
                onChange={(event) => setOther(event.target.value)}
                autoComplete="off"
                maxLength={maxDocumentTypeLength}
              />
            )}
          </Field>
          <ReasonTemplates claimId={claim.id} use="requestDocument" onChoose={setNote} />
          <Field label={t("note")} hint={t("noteHint")}>
            {(control) => (
              <Textarea {...control} value={note} onChange={(event) => setNote(event.target.value)} rows={3} maxLength={maxNoteLength} />
            )}
          </Field>
          <ActionEffects events={asked.events} leadsTo={asked.leadsTo} />
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">{common("cancel")}</Button>
            </DialogClose>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? common("working") : t("confirm")}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** The documents to ask for: those chosen, and another one by its name; `isMissing` after an attempt without any. */
function useDocumentRequest(claim: DeskClaim, close: () => void) {
  const t = useTranslations("claims.desk.requests");
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [other, setOther] = useState("");
  const [note, setNote] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const types = [...new Set([...chosen, ...(other.trim() === "" ? [] : [other.trim()])])];

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setEmpty(types.length === 0);
    if (types.length === 0) return;
    setBusy(true);
    setError(undefined);
    try {
      const documents = types.map((type) => ({ type, category: categoryOf(claim, type) }));
      await api.console.claims.requestDocuments.mutate({ claimId: claim.id, seen: claim.updatedAt.toISOString(), documents, note });
      notify("success", t("done", { count: types.length }));
      close();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    } finally {
      await client.invalidateQueries({ queryKey: trpc.console.claims.pathKey() });
    }
  }

  return { chosen, setChosen, other, setOther, note, setNote, isMissing: isEmpty && types.length === 0, isBusy, error, submit };
}

function DocumentChoices({
  types,
  chosen,
  onChange,
}: {
  types: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const t = useTranslations("claims.desk.requests");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("documents")}</legend>
      {types.map((type) => (
        <Label key={type} lang="fr" className="flex items-center gap-2.5 font-normal">
          <Checkbox
            checked={chosen.includes(type)}
            onCheckedChange={(checked) => onChange(checked === true ? [...chosen, type] : chosen.filter((one) => one !== type))}
          />
          {type}
        </Label>
      ))}
    </fieldset>
  );
}

/** That of the claim's matrix; another document is expected. */
function categoryOf({ entries }: DeskClaim, type: string) {
  return entries.find((entry) => entry.type === type)?.category ?? "expected";
}

/** Offers the templates of a reason in the language of the claim, and puts the chosen one into the field. */
export function ReasonTemplates({ claimId, use, onChoose }: { claimId: string; use: ReasonUse; onChoose: (text: string) => void }) {
  const t = useTranslations("claims.templates");
  const id = useId();
  const { data = [] } = useQuery(trpc.console.templates.ofClaim.queryOptions({ claimId }));
  const templates = data.filter((template) => template.use === use);
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t("choose")}</Label>
      <NativeSelect
        id={id}
        value=""
        disabled={templates.length === 0}
        onChange={(event) => {
          const chosen = templates.find((template) => template.id === event.target.value);
          if (chosen !== undefined) onChoose(chosen.text);
        }}
      >
        <option value="">{templates.length === 0 ? t("noneYet") : t("chooseOne")}</option>
        {templates.map((template) => (
          <option key={template.id} value={template.id} lang={template.language}>
            {template.title}
          </option>
        ))}
      </NativeSelect>
      <p className="text-sm">
        <TextLink href="/support/templates">{t("edit")}</TextLink>
      </p>
    </div>
  );
}
