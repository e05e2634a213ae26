import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { weigh } from "#components/console/claims/money-facts.tsx";
import { useLookedAt } from "#components/console/claims/use-looked-at.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { notify } from "#components/kit/states/notify.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

export type ClaimDeskState = ReturnType<typeof useClaimDesk>;

/** The open document and the open dialog of a claim's page, and the actions that lead from them. */
export function useClaimDesk(claim: DeskClaim, isHandler: boolean) {
  const sendAction = useSendAction(claim);
  const { openId, setOpenId, openNext, nextToVerify } = useOpenDocument(claim);
  const dialog = useActionDialog();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const lookedAt = useLookedAt();

  async function send(action: ClaimAction): Promise<void> {
    setError(undefined);
    await sendAction(action, () => {
      if ("documentId" in action) setOpenId(nextToVerify(action.documentId)?.id ?? null);
    });
  }

  function ask(action: AllowedAction): void {
    setError(undefined);
    dialog.open(action);
  }

  async function accept(documentId: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await send({ move: "acceptDocument", documentId }).catch(setError);
    setBusy(false);
  }

  /** A document must be viewed before a decision. */
  function decide(action: AllowedAction): void {
    if (action.move === "recheckDocument") return ask(action);
    if (action.target === null || !lookedAt.canDecide(action.target)) return;
    if (action.move === "acceptDocument") void accept(action.target);
    else ask(action);
  }

  /** Without an open document, the first one that waits is opened. */
  function decideOnOpened(name: "acceptDocument" | "refuseDocument"): void {
    if (!isHandler) return;
    const allowed = claim.moves.find(({ move, target }) => move === name && target === openId);
    if (allowed === undefined) openNext();
    else decide(allowed);
  }

  const { action, close, restoreFocus } = dialog;
  return { openId, setOpenId, openNext, lookedAt, error, isBusy, send, ask, decide, decideOnOpened, action, close, restoreFocus };
}

/** Takes an action, and says what it did; `onTaken` is called before the page shows the new state. */
function useSendAction(claim: DeskClaim): (action: ClaimAction, onTaken: () => void) => Promise<void> {
  const t = useTranslations("claims.desk.moves");
  const client = useQueryClient();
  return async (action, onTaken) => {
    try {
      await api.console.claims.takeAction.mutate({ claimId: claim.id, move: action });
      const target = "settlementId" in action ? action.settlementId : null;
      const isProposed =
        (action.move === "approveRefund" || action.move === "chargeClaim") &&
        weigh(claim, { move: action.move, target }, action.amountCents).secondHandlerFor.length > 0;
      notify("success", isProposed ? t(`${action.move}.proposed`) : t(`${wordsOf(claim, { move: action.move, target })}.done`));
      onTaken();
    } finally {
      // A refusal can mean that another person was faster: the page must show the new state.
      await client.invalidateQueries({ queryKey: trpc.console.claims.pathKey() });
    }
  };
}

function useOpenDocument({ documents }: DeskClaim) {
  const [openId, setOpenId] = useState<string | null>(null);

  function nextToVerify(after: string | null) {
    const at = documents.findIndex((document) => document.id === after);
    const inOrder = [...documents.slice(at + 1), ...documents.slice(0, Math.max(at, 0))];
    return inOrder.find(({ status }) => status === "to_verify");
  }

  /** Opens the next document that waits, or without any the next one. */
  function openNext(): void {
    const at = documents.findIndex((document) => document.id === openId);
    setOpenId((nextToVerify(openId) ?? documents[(at + 1) % documents.length])?.id ?? null);
  }

  return { openId, setOpenId, nextToVerify, openNext };
}

/** The action that a dialog asks about, and the element that gets the focus back. */
function useActionDialog() {
  const [action, setAction] = useState<AllowedAction>();
  const opener = useRef<Element>(null);
  return {
    action,
    open(opened: AllowedAction): void {
      opener.current = document.activeElement;
      setAction(opened);
    },
    close: () => setAction(undefined),
    restoreFocus(): void {
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
      else document.querySelector("h1")?.scrollIntoView({ block: "nearest" });
    },
  };
}
