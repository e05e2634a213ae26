import type { Transaction } from "#db/client.ts";
import { listApproverEmails } from "#lib/account/approvals/approvers.ts";
import type { ApprovalKind } from "#lib/account/approvals/schema.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { NewNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

const subjects = {
  refund: ["A refund waits for your approval", "Une indemnité attend votre accord"],
  deduction: ["A deduction waits for your approval", "Une retenue attend votre accord"],
  priceList: ["A price list waits for your approval", "Un tarif attend votre accord"],
  priceListWithdrawal: ["The withdrawal of a price list waits for your approval", "Le retrait d’un tarif attend votre accord"],
  payerAccount: ["The account to pay from waits for your approval", "Le compte payeur attend votre accord"],
  payeeAccount: ["A bank account waits for your approval", "Un compte bancaire attend votre accord"],
} as const satisfies Record<ApprovalKind, readonly [string, string]>;

interface Proposal {
  kind: ApprovalKind;
  proposedBy: string | null;
  /** The person's name. */
  proposer: string;
  /** The claim's number, the list with its version, the rental company, or the holder of the account that pays. */
  about: string;
  /** The path of the page with the decision. */
  path: string;
}

/** Notifies the approvers in both languages, since theirs is unknown. */
export async function writeApprovalNotice(
  tx: Transaction,
  { kind, proposedBy, proposer, about, path }: Proposal,
  now: Date,
): Promise<void> {
  const [english, french] = subjects[kind];
  const link = ownAddress(path);
  const notice: NewNotice = {
    kind: "toApprove",
    partnerId: null,
    to: await listApproverEmails(tx, { kind, proposedBy }),
    subject: `${english} / ${french}`,
    text: [
      `${english}: ${about}, proposed by ${proposer}. Approve or decline it here:`,
      link,
      "",
      `${french} : ${about}, proposé par ${proposer}. Acceptez ou refusez ici :`,
      link,
    ].join("\n"),
  };
  await writeNotice(tx, notice, now);
}
