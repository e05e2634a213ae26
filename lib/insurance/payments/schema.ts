import { z } from "zod";
import type { accountProposalStatuses } from "#db/schema/enums.ts";
import { typedIban } from "#lib/platform/money/iban.ts";
import { textLine } from "#lib/platform/text/contacts.ts";
import { identifier } from "#lib/platform/wire/wire.ts";

/** The most payments that are listed, paid or handed to the bank at once. */
export const maxPayments = 500;

const payment = z.object({ claimId: identifier, settlementId: identifier });
const payments = z.strictObject({ payments: z.array(payment).min(1).max(maxPayments) });
export type PaymentReference = z.output<typeof payment>;

/** `paidOn`: the bank day on which those of no file were paid. */
export const paidPayments = payments.extend({ paidOn: z.iso.date().optional() });
export const paymentOrder = payments.extend({ executeOn: z.iso.date() });
export type PaymentOrder = z.output<typeof paymentOrder>;

export const payeeAccount = z.strictObject({ holder: textLine(70), iban: typedIban });

export type AccountProposalStatus = (typeof accountProposalStatuses)[number];
