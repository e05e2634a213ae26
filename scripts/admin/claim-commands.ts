import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { findPartner } from "#lib/account/worlds/find.ts";
import type { QueueStatus } from "#lib/insurance/claims/list-filters.ts";
import { listQueue } from "#lib/insurance/claims/queue.ts";
import { readDeskHistory } from "#lib/insurance/claims/read-desk-history.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { queueQuery } from "#lib/insurance/claims/schema-desk.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";
import { takeAction } from "#lib/insurance/claims/take-action.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields, table } from "#scripts/admin/text.ts";

export interface ClaimListOptions {
  status?: QueueStatus;
  partner?: string;
  limit: number;
}

export async function listClaims(ctx: OperatorContext, { status, partner, limit }: ClaimListOptions): Promise<Answer> {
  const partnerId = partner === undefined ? undefined : (await findPartner(partner)).id;
  const { rows } = await listQueue(ctx, queueQuery.parse({ status, partner: partnerId, limit }));
  const lines = rows.map((row) => [row.claimId, row.status, row.statusSince, row.owner.partnerName, row.owner.environment, row.subtype]);
  return { data: rows, text: table([["CLAIM", "STATUS", "SINCE", "PARTNER", "ENVIRONMENT", "SUBTYPE"], ...lines]) };
}

export async function showClaim(ctx: OperatorContext, id: string): Promise<Answer> {
  const [claim, history] = await Promise.all([readForDesk(ctx, id), readDeskHistory(ctx, id)]);
  const { documents, settlements, moves } = claim;
  const sections = [
    fields({
      id: claim.id,
      "claim number": claim.claimId,
      status: claim.status,
      since: claim.statusSince,
      partner: `${claim.owner.partnerName} (${claim.owner.environment})`,
      renter: claim.renter,
      subtype: claim.subtype,
      product: `${claim.product.brand} ${claim.product.model}`,
      handler: claim.handler?.name ?? null,
      note: claim.note,
      "possible moves": [...new Set(moves.map(({ move }) => move))],
    }),
    table([
      ["DOCUMENT", "TYPE", "STATUS"],
      ...claim.entries.map(({ type }) => {
        const document = documents.find((one) => one.type === type);
        return [document?.id ?? null, type, document?.status ?? "waiting_for"];
      }),
    ]),
    table([
      ["SETTLEMENT", "TYPE", "EUR", "PAYMENT"],
      ...settlements.map((one) => [one.id, one.type, eurosFromCents(one.amountCents).toFixed(2), one.paymentState]),
    ]),
    table([
      ["AT", "BY", "EVENTS"],
      ...history.map(({ at, by, action, events }) => [at, "name" in by ? by.name : by.type, events.length === 0 ? action : events]),
    ]),
  ];
  return { data: { claim, history }, text: sections.join("\n\n") };
}

/** Applies an action as a claim handler, and prints the claim's new state. */
export async function actOnClaim(ctx: OperatorContext, id: string, move: ClaimAction): Promise<Answer> {
  const { id: claim, claimId, status, stage } = await takeAction(ctx, id, move);
  return { data: { id: claim, claimId, status, stage }, text: `The claim ${claimId ?? claim} is ${status} now.` };
}
