"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import { ClaimAnswers } from "#components/claims/claim-facts.tsx";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { Assignment } from "#components/console/claims/assignment.tsx";
import { ClaimCover } from "#components/console/claims/claim-cover.tsx";
import { ClaimDialog } from "#components/console/claims/claim-dialog.tsx";
import { ClaimDocuments } from "#components/console/claims/claim-documents.tsx";
import { ClaimParties, ClaimStory } from "#components/console/claims/claim-facts.tsx";
import { ClaimHistory } from "#components/console/claims/claim-history.tsx";
import { DeskClaimLinks } from "#components/console/claims/claim-links.tsx";
import { asSearch } from "#components/console/claims/claim-queue.tsx";
import { ClaimSettlements } from "#components/console/claims/claim-settlements.tsx";
import { InternalNotes } from "#components/console/claims/internal-notes.tsx";
import { weigh } from "#components/console/claims/money-facts.tsx";
import { NeighbourLink, useNeighbours } from "#components/console/claims/neighbours.tsx";
import { claimQuery, queueParsers } from "#components/console/claims/queries.ts";
import type { AskedQueue, ClaimData } from "#components/console/claims/queries.ts";
import { ShortcutHelp, useShortcuts } from "#components/console/claims/shortcuts.tsx";
import { StaleClaimNotice } from "#components/console/claims/stale-claim-notice.tsx";
import { useLookedAt } from "#components/console/claims/use-looked-at.ts";
import { waitingFor } from "#components/console/claims/waiting-for.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { notify } from "#components/kit/states/notify.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimAction, ActionName } from "#lib/insurance/claims/schema-desk.ts";

/** The usual next actions of a handler: their buttons come first and stand out. */
const mainActions: readonly ActionName[] = ["takeOver", "approveRefund", "reopenClaim"];

/** All about one claim, and the actions that it allows; `isHandler`: support reads it. */
export function ClaimDesk(props: Viewed) {
  const { id } = props;
  const { data: claim } = useQuery(claimQuery(id));
  const [values] = useQueryStates({ ...queueParsers, ...cursorParsers });
  if (claim === undefined) return null;
  return <Desk {...props} claim={claim} asked={values} />;
}

interface Viewed {
  id: string;
  isHandler: boolean;
  isSupport: boolean;
  viewerId: string;
}

function Desk({ id, claim, asked: queue, isHandler, isSupport, viewerId }: Viewed & { claim: ClaimData; asked: AskedQueue }) {
  const t = useTranslations("claims.desk");
  const claims = useTranslations("claims");
  const router = useRouter();
  const client = useQueryClient();
  const { next, previous } = useNeighbours(claim.id, queue);
  const [openId, setOpenId] = useState<string | null>(null);
  const [chosen, setAsked] = useState<AllowedAction>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const asker = useRef<Element>(null);
  const lookedAt = useLookedAt();
  const addressOf = (other: string | undefined) => (other === undefined ? undefined : `/support/claims/${other}${asSearch(queue)}`);
  const go = (address: string | undefined) => address !== undefined && router.push(address);

  useShortcuts({
    j: () => go(addressOf(next)),
    n: () => go(addressOf(next)),
    k: () => go(addressOf(previous)),
    p: () => go(addressOf(previous)),
    u: () => router.push(`/support/claims${asSearch(queue)}`),
    o: openNext,
    a: () => decideOnOpened("acceptDocument"),
    r: () => decideOnOpened("refuseDocument"),
    "?": () => setHelpOpen(true),
  });

  async function send(move: ClaimAction): Promise<void> {
    setFailure(undefined);
    try {
      await api.console.claims.takeAction.mutate({ claimId: claim.id, move });
      const target = "settlementId" in move ? move.settlementId : null;
      const isProposed =
        (move.move === "approveRefund" || move.move === "chargeClaim") &&
        weigh(claim, { move: move.move, target }, move.amountCents).secondHandlerFor.length > 0;
      notify("success", isProposed ? t(`moves.${move.move}.proposed`) : t(`moves.${wordsOf(claim, { move: move.move, target })}.done`));
      if ("documentId" in move) setOpenId(nextToVerify(move.documentId)?.id ?? null);
    } finally {
      // A refusal can mean that another person was faster: the page must show the new state.
      await client.invalidateQueries({ queryKey: trpc.console.claims.pathKey() });
    }
  }

  function ask(move: AllowedAction): void {
    asker.current = document.activeElement;
    setFailure(undefined);
    setAsked(move);
  }

  async function accept(documentId: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await send({ move: "acceptDocument", documentId }).catch(setFailure);
    setBusy(false);
  }

  function nextToVerify(after: string | null) {
    const at = claim.documents.findIndex((document) => document.id === after);
    const inOrder = [...claim.documents.slice(at + 1), ...claim.documents.slice(0, Math.max(at, 0))];
    return inOrder.find(({ status }) => status === "to_verify");
  }

  /** Opens the next document that waits, or without any the next one. */
  function openNext(): void {
    const at = claim.documents.findIndex((document) => document.id === openId);
    setOpenId((nextToVerify(openId) ?? claim.documents[(at + 1) % claim.documents.length])?.id ?? null);
  }

  /** A document must be viewed before a decision. */
  function decide(move: AllowedAction): void {
    if (move.move === "recheckDocument") return ask(move);
    if (move.target === null || !lookedAt.canDecide(move.target)) return;
    if (move.move === "acceptDocument") void accept(move.target);
    else ask(move);
  }

  /** Without an open document, the first one that waits is opened. */
  function decideOnOpened(name: "acceptDocument" | "refuseDocument"): void {
    if (!isHandler) return;
    const allowed = claim.moves.find(({ move, target }) => move === name && target === openId);
    if (allowed === undefined) openNext();
    else decide(allowed);
  }

  const moves = claim.moves
    .filter(({ target }) => target === null)
    .toSorted((a, b) => Number(mainActions.includes(b.move)) - Number(mainActions.includes(a.move)));
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-xl">{claim.claimId ?? claim.id}</span>}
        crumbs={[{ label: t("title"), href: `/support/claims${asSearch(queue)}` }]}
        badge={
          <span className="flex flex-wrap items-center gap-2" aria-live="polite">
            <CopyButton text={claim.claimId ?? claim.id} what={claims("facts.theNumber")} />
            <StatusBadge of="claim" status={claim.status} />
            {claim.test ? <Badge tone="outline">{claims("test")}</Badge> : null}
          </span>
        }
        description={<Summary claim={claim} />}
        actions={
          <>
            <NeighbourLink href={addressOf(previous)} direction="previous" />
            <NeighbourLink href={addressOf(next)} direction="next" />
            <ShortcutHelp
              isOpen={isHelpOpen}
              setOpen={setHelpOpen}
              keys={[
                { keys: ["j", "n"], does: t("shortcuts.next") },
                { keys: ["k", "p"], does: t("shortcuts.previous") },
                { keys: ["u"], does: t("shortcuts.up") },
                { keys: ["o"], does: t("shortcuts.document") },
                ...(isHandler
                  ? [
                      { keys: ["a"], does: t("shortcuts.accept") },
                      { keys: ["r"], does: t("shortcuts.refuse") },
                    ]
                  : []),
                { keys: ["+", "-"], does: t("shortcuts.zoom") },
                { keys: ["t"], does: t("shortcuts.turn") },
                { keys: ["?"], does: t("shortcuts.help") },
              ]}
            />
          </>
        }
      />
      <div className="grid gap-5">
        {failure === undefined ? null : <StaleClaimNotice id={id} error={failure} />}
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 sm:px-5">
          <div>
            <p className="font-medium">{t(`now.${waitingFor(claim)}`)}</p>
            <p className="text-sm text-muted-foreground">
              {t.rich(claim.test ? "sinceInstant" : "since", {
                time: () => <TimeStamp at={claim.statusSince} as={claim.test ? "minute" : "ago"} />,
              })}
              {" · "}
              {claim.handler === null ? t("noHandler") : t("handledBy", { name: claim.handler.name })}
            </p>
            {isHandler ? <Assignment claim={claim} viewerId={viewerId} /> : null}
          </div>
          {isHandler && moves.length > 0 ? (
            <fieldset aria-label={t("movesLabel")} className="flex flex-wrap gap-2">
              {moves.map((move) => (
                <Button
                  key={move.move}
                  variant={mainActions.includes(move.move) ? "default" : "outline"}
                  className={move.move === "rejectClaim" ? "text-danger" : undefined}
                  onClick={() => ask(move)}
                >
                  {t(`moves.${wordsOf(claim, move)}.open`)}
                </Button>
              ))}
            </fieldset>
          ) : (
            <p className="text-sm text-muted-foreground">{isHandler ? t("noMoves") : t("readOnly")}</p>
          )}
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
            <ClaimSettlements claim={claim} ask={isHandler ? ask : null} />
            <ClaimCover claim={claim} />
            <InternalNotes id={id} isHandler={isHandler} />
            <ClaimHistory id={id} />
          </div>
        </div>
      </div>
      {chosen === undefined ? null : (
        <ClaimDialog
          claim={claim}
          action={chosen}
          viewerId={viewerId}
          send={send}
          close={() => setAsked(undefined)}
          restoreFocus={restoreFocus}
        />
      )}
    </>
  );

  function restoreFocus(): void {
    const { current } = asker;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else document.querySelector("h1")?.scrollIntoView({ block: "nearest" });
  }
}

function Summary({ claim }: { claim: ClaimData }) {
  const t = useTranslations("claims");
  const { subtype, product, insured } = claim;
  return (
    <>
      {t(`subtypes.${subtype}`)} · {product.brand} {product.model} · {insured.firstName} {insured.lastName}
    </>
  );
}
