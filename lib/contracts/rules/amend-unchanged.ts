import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "#lib/contracts/rules/fields.ts";
import type { Fields } from "#lib/contracts/rules/fields.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import { parseInstant } from "#lib/dates.ts";

/**
 * A body without the fields that say what the contract already has, so that a contract that was just read can be sent back with
 * a change in it; of `products` without the entries that do.
 */
export function withoutUnchanged(contract: WireContract, body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const products: Fields = contract.products;
  const kept = Object.entries(body).filter(([name, sent]) => !isSameField(sent, contract, name));
  return Object.fromEntries(
    kept.map(([name, sent]) => {
      if (name !== "products" || !isJsonObject(sent)) return [name, sent];
      return [name, Object.fromEntries(Object.entries(sent).filter(([cpid, change]) => !isSameField(change, products, cpid)))];
    }),
  );
}

/** Whether a value is the one that was answered; of an instant in any form. */
function isSameField(sent: unknown, fields: Fields, name: string): boolean {
  if (!Object.hasOwn(fields, name)) return false;
  const answered = fields[name];
  if (isDeepStrictEqual(sent, answered)) return true;
  const [one, other] = [parseInstant(sent), parseInstant(answered)];
  return one !== undefined && one.getTime() === other?.getTime();
}
