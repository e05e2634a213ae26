import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { nameAtBank, writePain001 } from "#lib/insurance/payments/rules/pain001.ts";
import type { TransferOrder } from "#lib/insurance/payments/rules/pain001.ts";

const schema = readFileSync(join(import.meta.dirname, "pain.001.001.09.xsd"), "utf8");
const validate = async (xml: string) => {
  const { valid, errors } = await validateXML({ xml: { fileName: "order.xml", contents: xml }, schema });
  return { valid, errors: errors.map(({ message }) => message) };
};
const payer = { holder: "Covergate Assurances", iban: "FR7630006000011234567890189" };
const order: TransferOrder = {
  id: "pay_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  createdAt: new Date("2027-01-06T10:00:00.123Z"),
  executeOn: "2027-01-07",
  payer,
  transfers: [
    {
      reference: "stl_01JD3W7Q8ZK5T9V0XR2M4N6P8B",
      amountCents: 24_550,
      to: { holder: "Vélos de l’Œuvre & Cie <SARL>", iban: "DE89370400440532013000" },
      purpose: "CLM-100042",
    },
    { reference: "stl_01JD3W7Q8ZK5T9V0XR2M4N6P8C", amountCents: 1, to: { holder: "東京", iban: payer.iban }, purpose: "CLM-100043" },
  ],
};

test("an order is valid by its schema, and says amounts, accounts and date to the cent", async () => {
  const xml = writePain001(order);
  expect(await validate(xml)).toEqual({ valid: true, errors: [] });
  for (const part of [
    "<NbOfTxs>2</NbOfTxs><CtrlSum>245.51</CtrlSum>",
    '<InstdAmt Ccy="EUR">245.50</InstdAmt>',
    '<InstdAmt Ccy="EUR">0.01</InstdAmt>',
    "<ReqdExctnDt><Dt>2027-01-07</Dt></ReqdExctnDt>",
    "<EndToEndId>stl-01JD3W7Q8ZK5T9V0XR2M4N6P8B</EndToEndId>",
    "<Nm>Velos de l'Oeuvre + Cie SARL</Nm>",
    "<Ustrd>CLM-100042</Ustrd>",
  ]) {
    expect(xml).toContain(part);
  }
});

// rules/settlements.md#bank-8
test.each([
  ["Sørensen", "Sorensen"],
  ["Þórður Æ. Ðorgilsson", "Thordur Ae. Dorgilsson"],
  ["Ayşe Kırmızı", "Ayse Kirmizi"],
  ["Łukasz Żółć", "Lukasz Zolc"],
  ["Ｖéｌｏｓ ﬁn", "Velos fin"],
  ["Γιώργος", "Giorgos"],
  ["Иван Щукин", "Ivan Shchukin"],
  ["Straße 7", "Strasse 7"],
  ["Vélos & Cie", "Velos + Cie"],
  ["😀", "-"],
])("the name %j is %j at the bank", (holder, expected) => {
  expect(nameAtBank(holder)).toBe(expected);
});

test("the schema refuses what is no order", async () => {
  const xml = writePain001(order).replace('Ccy="EUR"', 'Ccy="euro"');
  expect(await validate(xml)).toMatchObject({ valid: false });
});

test("whatever a name holds, the order is valid, and its text is of the characters that banks take", async () => {
  const texts = fc.sample(fc.string({ unit: "grapheme", maxLength: 200 }), 40);
  const transfers = texts.map((holder, place) => ({
    reference: `stl_${place}`,
    amountCents: 100 + place,
    to: { holder, iban: payer.iban },
    purpose: holder,
  }));
  const xml = writePain001({ ...order, transfers });
  expect(await validate(xml)).toEqual({ valid: true, errors: [] });
  for (const [, text = ""] of xml.matchAll(/<(?:Nm|Ustrd)>([^<]*)</g)) expect(text).toMatch(/^[A-Za-z\d/\-?:().,'+ ]+$/);
});
