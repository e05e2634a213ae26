import anyAscii from "any-ascii";
import type { Cents } from "#lib/platform/money/money.ts";
import { escapeXml } from "#lib/platform/text/characters.ts";

export interface Account {
  holder: string;
  iban: string;
}

export interface CreditTransfer {
  /** Unique among all payments; the bank repeats it in its statement. */
  reference: string;
  amountCents: Cents;
  to: Account;
  /** The text that the payee reads. */
  purpose: string;
}

export interface TransferOrder {
  /** Unique among all files. */
  id: string;
  createdAt: Date;
  /** The day on which the bank executes it, as `2027-01-31`. */
  executeOn: string;
  payer: Account;
  transfers: readonly CreditTransfer[];
}

/** The longest name and purpose, and the longest identifier, that the message takes. */
const longest = { name: 70, purpose: 140, id: 35 } as const;

/** Writes a SEPA credit transfer order (ISO 20022 pain.001.001.09). Texts are reduced to the characters that every bank takes. */
export function writePain001({ id, createdAt, executeOn, payer, transfers }: TransferOrder): string {
  const count = String(transfers.length);
  const sum = amountOf(transfers.reduce((total, { amountCents }) => total + amountCents, 0));
  const order = element("CstmrCdtTrfInitn", [
    element("GrpHdr", [
      element("MsgId", identifier(id)),
      element("CreDtTm", `${createdAt.toISOString().slice(0, 19)}Z`),
      element("NbOfTxs", count),
      element("CtrlSum", sum),
      element("InitgPty", [element("Nm", nameAtBank(payer.holder))]),
    ]),
    element("PmtInf", [
      element("PmtInfId", identifier(id)),
      element("PmtMtd", "TRF"),
      element("NbOfTxs", count),
      element("CtrlSum", sum),
      element("PmtTpInf", [element("SvcLvl", [element("Cd", "SEPA")])]),
      element("ReqdExctnDt", [element("Dt", executeOn)]),
      element("Dbtr", [element("Nm", nameAtBank(payer.holder))]),
      element("DbtrAcct", account(payer)),
      // Within SEPA the bank follows from the IBAN.
      element("DbtrAgt", [element("FinInstnId", [element("Othr", [element("Id", "NOTPROVIDED")])])]),
      element("ChrgBr", "SLEV"),
      ...transfers.map(({ reference, amountCents, to, purpose }) =>
        element("CdtTrfTxInf", [
          element("PmtId", [element("EndToEndId", identifier(reference))]),
          element("Amt", [`<InstdAmt Ccy="EUR">${amountOf(amountCents)}</InstdAmt>`]),
          element("Cdtr", [element("Nm", nameAtBank(to.holder))]),
          element("CdtrAcct", account(to)),
          element("RmtInf", [element("Ustrd", plain(purpose).slice(0, longest.purpose))]),
        ]),
      ),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${order}</Document>\n`;
}

function element(tag: string, content: string | readonly string[]): string {
  return `<${tag}>${typeof content === "string" ? escapeXml(content) : content.join("")}</${tag}>`;
}

function account({ iban }: Account): string[] {
  return [element("Id", [element("IBAN", iban)])];
}

function amountOf(cents: Cents): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** A name as the bank reads it and, since October 2025, compares it with the account's (rules/settlements.md#bank-8). */
export function nameAtBank(text: string): string {
  return plain(text).slice(0, longest.name);
}

function identifier(text: string): string {
  return plain(text.replaceAll("_", "-")).slice(0, longest.id);
}

/** The characters of SEPA (EPC 217-08): Latin letters, digits and a few signs; never empty. */
function plain(text: string): string {
  const latin = anyAscii(text.replaceAll(/\p{Extended_Pictographic}/gu, " "))
    .replaceAll("&", "+")
    .replaceAll(/[^A-Za-z\d/\-?:().,'+ ]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return latin === "" ? "-" : latin;
}
