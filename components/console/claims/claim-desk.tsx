"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { ClaimAnswers, ClaimHeading } from "#components/claims/claim-facts.tsx";
import { ClaimLinksCard } from "#components/claims/claim-links.tsx";
import { claimNotesQuery, deskClaimQuery, deskLinksQuery, queueParsers } from "#components/claims/queries.ts";
import type { AskedQueue } from "#components/claims/queries.ts";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { Assignment } from "#components/console/claims/assignment.tsx";
import { ClaimCover } from "#components/console/claims/claim-cover.tsx";
import { ClaimDocuments } from "#components/console/claims/claim-documents.tsx";
import { ClaimParties, ClaimStory } from "#components/console/claims/claim-facts.tsx";
import { ClaimHistory } from "#components/console/claims/claim-history.tsx";
import { asSearch } from "#components/console/claims/claim-queue.tsx";
import { ClaimSettlements } from "#components/console/claims/claim-settlements.tsx";
import { ReasonTemplates, RequestDocumentsDialog } from "#components/console/claims/request-documents-dialog.tsx";
import { NeighbourLink, ShortcutHelp, useNeighbours, useShortcuts } from "#components/console/claims/shortcuts.tsx";
import { OvertakenNotice, StaleClaimNotice } from "#components/console/claims/stale-claim-notice.tsx";
import { TakeOverDialog } from "#components/console/claims/take-over-dialog.tsx";
import { useClaimDesk } from "#components/console/claims/use-claim-desk.ts";
import type { ClaimDeskState } from "#components/console/claims/use-claim-desk.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, TitledCard } from "#components/ui/card.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { internalNote } from "#lib/insurance/claims/desk/schema.ts";
import type { ActionName, ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimStatus, PaymentState } from "#lib/insurance/claims/schema.ts";

const ActionDialog = loadedPart(() => import("#components/console/claims/action-dialog.tsx").then((module) => module.ActionDialog));

interface ClaimDialogProps {
  claim: DeskClaim;
  action: AllowedAction;
  viewerId: string;
  send: (move: ClaimAction) => Promise<void>;
  close: () => void;
  /** Puts the focus back once it is closed. */
  restoreFocus: () => void;
}

/** The usual next actions of a handler: their buttons come first and stand out. */
const mainActions: readonly ActionName[] = ["takeOver", "approveRefund", "reopenClaim"];

/** All about one claim, and the actions that it allows; `isHandler`: support reads it. */
export function ClaimDesk(props: Viewed) {
  const { id } = props;
  const { data: claim } = useQuery(deskClaimQuery(id));
  const [values] = useQueryStates({ ...queueParsers, ...cursorParsers });
  if (claim === undefined) return null;
  return <Desk {...props} claim={claim} queue={values} />;
}

interface Viewed {
  id: string;
  isHandler: boolean;
  isSupport: boolean;
  viewerId: string;
}

function Desk({ id, claim, queue, isHandler, isSupport, viewerId }: Viewed & { claim: DeskClaim; queue: AskedQueue }) {
  const desk = useClaimDesk(claim, isHandler);
  const { decide, lookedAt, isBusy, openId, setOpenId } = desk;
  return (
    <>
      <DeskHeader claim={claim} queue={queue} desk={desk} isHandler={isHandler} />
      <div className="grid gap-5">
        {desk.error === undefined ? null : <StaleClaimNotice id={id} error={desk.error} />}
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 sm:px-5">
          <div>
            <ClaimState claim={claim} />
            {isHandler ? <Assignment claim={claim} viewerId={viewerId} /> : null}
          </div>
          <ClaimActions claim={claim} isHandler={isHandler} ask={desk.ask} />
        </Card>
        <ClaimDocuments
          claim={claim}
          openId={openId}
          setOpenId={setOpenId}
          decide={isHandler ? decide : null}
          lookedAt={lookedAt}
          isBusy={isBusy}
        />
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-5">
            <ClaimStory claim={claim} />
            <ClaimAnswers questions={claim.questions} />
            <ClaimParties claim={claim} isSupport={isSupport} />
          </div>
          <div className="grid min-w-0 gap-5">
            <DeskClaimLinks id={id} status={claim.status} isHandler={isHandler} />
            <ClaimSettlements claim={claim} ask={isHandler ? desk.ask : null} />
            <ClaimCover claim={claim} />
            <InternalNotes id={id} isHandler={isHandler} />
            <ClaimHistory id={id} />
          </div>
        </div>
      </div>
      {desk.action === undefined ? null : (
        <ClaimDialog
          claim={claim}
          action={desk.action}
          viewerId={viewerId}
          send={desk.send}
          close={desk.close}
          restoreFocus={desk.restoreFocus}
        />
      )}
    </>
  );
}

/** The number and status of the claim, the way to its neighbours in the queue, and the keyboard shortcuts. */
function DeskHeader({ claim, queue, desk, isHandler }: { claim: DeskClaim; queue: AskedQueue; desk: ClaimDeskState; isHandler: boolean }) {
  const t = useTranslations("claims.desk");
  const claims = useTranslations("claims");
  const router = useRouter();
  const neighbours = useNeighbours(claim.id, queue);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const list = `/support/claims${asSearch(queue)}`;
  const addressOf = (other: string | undefined) => (other === undefined ? undefined : `/support/claims/${other}${asSearch(queue)}`);
  const [previous, next] = [addressOf(neighbours.previous), addressOf(neighbours.next)];
  const go = (address: string | undefined) => address !== undefined && router.push(address);

  useShortcuts({
    j: () => go(next),
    n: () => go(next),
    k: () => go(previous),
    p: () => go(previous),
    u: () => router.push(list),
    o: desk.openNext,
    a: () => desk.decideOnOpened("acceptDocument"),
    r: () => desk.decideOnOpened("refuseDocument"),
    "?": () => setHelpOpen(true),
  });

  return (
    <PageHeader
      title={<ClaimHeading product={claim.product} insured={claim.insured} number={claim.claimId ?? claim.id} />}
      crumbs={[{ label: t("title"), href: list }]}
      copy={<CopyButton text={claim.claimId ?? claim.id} what={claims("facts.theNumber")} />}
      badge={
        <span className="flex flex-wrap items-center gap-2" aria-live="polite">
          <StatusBadge of="claim" status={claim.status} />
          {claim.test ? <Badge tone="outline">{claims("test")}</Badge> : null}
        </span>
      }
      description={claims(`subtypes.${claim.subtype}`)}
      actions={
        <>
          <NeighbourLink href={previous} direction="previous" />
          <NeighbourLink href={next} direction="next" />
          <DeskShortcutHelp isOpen={isHelpOpen} setOpen={setHelpOpen} isHandler={isHandler} />
        </>
      }
    />
  );
}

function DeskShortcutHelp({ isHandler, ...dialog }: { isHandler: boolean; isOpen: boolean; setOpen: (isOpen: boolean) => void }) {
  const t = useTranslations("claims.desk.shortcuts");
  const decisions = [
    { keys: ["a"], does: t("accept") },
    { keys: ["r"], does: t("refuse") },
  ];
  return (
    <ShortcutHelp
      {...dialog}
      keys={[
        { keys: ["j", "n"], does: t("next") },
        { keys: ["k", "p"], does: t("previous") },
        { keys: ["u"], does: t("up") },
        { keys: ["o"], does: t("document") },
        ...(isHandler ? decisions : []),
        { keys: ["+", "-"], does: t("zoom") },
        { keys: ["t"], does: t("turn") },
        { keys: ["?"], does: t("help") },
      ]}
    />
  );
}

/** What the claim waits for, since when, and who handles it. */
function ClaimState({ claim }: { claim: DeskClaim }) {
  const t = useTranslations("claims.desk");
  return (
    <>
      <p className="font-medium">{t(`now.${waitingFor(claim)}`)}</p>
      <p className="text-sm text-muted-foreground">
        {t.rich(claim.test ? "sinceInstant" : "since", {
          time: () => <TimeStamp at={claim.statusSince} as={claim.test ? "minute" : "ago"} />,
        })}
        {" · "}
        {claim.handler === null ? t("noHandler") : t("handledBy", { name: claim.handler.name })}
      </p>
    </>
  );
}

/** The actions on the claim as a whole, the usual ones first. */
function ClaimActions({ claim, isHandler, ask }: { claim: DeskClaim; isHandler: boolean; ask: (action: AllowedAction) => void }) {
  const t = useTranslations("claims.desk");
  const actions = claim.moves
    .filter(({ target }) => target === null)
    .toSorted((a, b) => Number(mainActions.includes(b.move)) - Number(mainActions.includes(a.move)));
  if (!isHandler || actions.length === 0) {
    return <p className="text-sm text-muted-foreground">{isHandler ? t("noMoves") : t("readOnly")}</p>;
  }
  return (
    <fieldset aria-label={t("movesLabel")} className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button
          key={action.move}
          variant={mainActions.includes(action.move) ? "default" : "outline"}
          className={action.move === "rejectClaim" ? "text-danger" : undefined}
          onClick={() => ask(action)}
        >
          {t(`moves.${wordsOf(claim, action)}.open`)}
        </Button>
      ))}
    </fieldset>
  );
}

/** Says of a claim in progress whether a second handler or a transfer is awaited, beside what its status says. */
function waitingFor({ status, settlements }: DeskClaim): DeskClaim["status"] | "second_handler" | "to_pay" | "at_bank" {
  const has = (state: PaymentState) => settlements.some(({ paymentState }) => paymentState === state);
  if (status !== "in_progress") return status;
  return has("pending_approval") ? "second_handler" : has("approved") ? "to_pay" : has("executing") ? "at_bank" : status;
}

/** The links of a claim at the desk: a handler who asked for documents makes one for the insured; support reads what became of each. */
function DeskClaimLinks({ id, status, isHandler }: { id: string; status: ClaimStatus; isHandler: boolean }) {
  const client = useQueryClient();
  const { data: links = [] } = useQuery(deskLinksQuery(id));
  const actions = {
    make: (language: "en" | "fr") => api.console.claims.createLink.mutate({ claimId: id, language }),
    revoke: (linkId: string) => api.console.claims.revokeLink.mutate({ claimId: id, linkId }),
    // The history too: it says who made a link.
    reload: () => client.invalidateQueries({ queryKey: trpc.console.claims.pathKey() }),
  };
  return <ClaimLinksCard links={links} canMake={status === "pending_info"} actions={isHandler ? actions : undefined} />;
}

/** The dialog of an action: its own if it has one, otherwise the common one. */
function ClaimDialog({ viewerId, ...props }: ClaimDialogProps) {
  const { claim, action: asked } = props;
  if (asked.move === "takeOver") return <TakeOverDialog {...props} viewerId={viewerId} />;
  if (asked.move === "requestDocument") return <RequestDocumentsDialog {...props} />;
  return (
    <ActionDialog
      {...props}
      money={claim}
      onLost={props.close}
      renderOvertaken={() => <OvertakenNotice id={claim.id} />}
      renderError={(error) => <StaleClaimNotice id={claim.id} error={error} />}
      renderTemplates={(onChoose) =>
        asked.move === "refuseDocument" || asked.move === "rejectClaim" ? (
          <ReasonTemplates claimId={claim.id} use={asked.move} onChoose={onChoose} />
        ) : null
      }
    />
  );
}

/** The internal notes of staff: handlers add to them, and no partner sees them. */
function InternalNotes({ id, isHandler }: { id: string; isHandler: boolean }) {
  const t = useTranslations("claims.desk.notes");
  const client = useQueryClient();
  const query = claimNotesQuery(id);
  const { data: notes = [] } = useQuery(query);
  const form = useZodForm(internalNote, { text: "" });
  const { onSubmit, error } = useSubmit(form, async ({ text }) => {
    await api.console.claims.addNote.mutate({ claimId: id, text });
    form.reset();
    notify("success", t("added"));
    await client.invalidateQueries({ queryKey: query.queryKey });
  });
  return (
    <TitledCard title={t("title")} description={t("hint")} contentClassName="grid gap-4">
      {isHandler ? (
        <form noValidate method="post" className="grid gap-2.5" onSubmit={onSubmit}>
          <FormError error={error} />
          <Field label={t("label")} error={form.formState.errors.text?.message}>
            {(control) => <Textarea {...control} {...form.register("text")} rows={2} maxLength={4000} />}
          </Field>
          <Button type="submit" variant="outline" size="sm" className="justify-self-start" disabled={form.formState.isSubmitting}>
            {t("add")}
          </Button>
        </form>
      ) : null}
      {notes.length === 0 ? (
        <p className="text-muted-foreground">{t("none")}</p>
      ) : (
        <ul aria-label={t("title")} className="grid divide-y">
          {notes.map(({ id: noteId, author, text, createdAt }) => (
            <li key={noteId} className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
              <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p>
              <p className="text-sm text-muted-foreground">
                {author} · <TimeStamp at={createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
