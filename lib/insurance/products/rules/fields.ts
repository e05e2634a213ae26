import { isProductType, isSubtypeOf, productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductSubtype, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { dataBytesLimit, descriptionLimit, earliestYear, ownDataLimit } from "#lib/insurance/products/schema.ts";
import type { ProductData } from "#lib/insurance/products/schema.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { centsFromEuros } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { hasAtMost } from "#lib/platform/text/characters.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import { isExact, isJsonObject, isMissing, quote } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";
import { identifierLimit, minValue, textLimit, valueLimit } from "#lib/platform/wire/limits.ts";
import { sentInstead } from "#lib/platform/wire/unknown-names.ts";

interface TextField {
  at: string;
  missing: ErrorName;
  invalid: ErrorName;
  longest: number;
}

const uid: TextField = { at: "uid", missing: "CATALOGUE_UID_MISSING", invalid: "CATALOGUE_UID_INVALID", longest: identifierLimit };
const productType: TextField = {
  at: "product_type",
  missing: "CATALOGUE_TYPE_MISSING",
  invalid: "CATALOGUE_TYPE_INVALID",
  longest: textLimit,
};
const title: TextField = { at: "title", missing: "CATALOGUE_TITLE_MISSING", invalid: "CATALOGUE_TITLE_INVALID", longest: textLimit };
const subtype: TextField = {
  at: "data.product_subtype",
  missing: "CATALOGUE_SUBTYPE_MISSING",
  invalid: "CATALOGUE_SUBTYPE_INVALID",
  longest: textLimit,
};
const brand: TextField = { at: "data.brand", missing: "CATALOGUE_BRAND_MISSING", invalid: "CATALOGUE_BRAND_INVALID", longest: textLimit };
const model: TextField = { at: "data.model", missing: "CATALOGUE_MODEL_MISSING", invalid: "CATALOGUE_MODEL_INVALID", longest: textLimit };

export const knownData = ["product_subtype", "brand", "model"] as const satisfies readonly (keyof ProductData)[];

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** A day begins so much earlier in the easternmost time zone than in UTC. */
const earliestDayMs = 14 * 3_600_000;

/** 4000 missing, 4011 wrong type or length. Kept as sent. */
export function readUid(value: unknown): string {
  const text = readText(value, uid);
  // A path with such a segment leads elsewhere.
  if (text === "." || text === "..") throw fieldError("CATALOGUE_UID_INVALID", "uid", `must not be ${quote(text)}, which no path can name`);
  return text;
}

/** 4001 missing, 4018 not a text, 4008 unknown, 4020 usable by no attached renter. */
export function readProductType(value: unknown, usable: readonly ProductType[]): ProductType {
  const accepted = `one of ${productTypeNames.join(", ")}`;
  const type = readText(value, productType, { expected: accepted });
  if (!isProductType(type)) throw fieldError("CATALOGUE_TYPE_UNKNOWN", "product_type", `${quote(type)} is unknown: send ${accepted}`);
  if (!usable.includes(type)) {
    throw fieldError(
      "CATALOGUE_TYPE_NOT_ALLOWED",
      "product_type",
      `${type} may be insured by none of the renters attached to this API key; accepted: ${usable.join(", ") || "none"}`,
    );
  }
  return type;
}

/** 4002 missing, 4012 wrong type or length. */
export function readTitle(value: unknown): string {
  return readText(value, title);
}

/** The value without tax, rounded half up to cents: 4004 missing, 4013 not a number, 4021 under a cent, 1230 too high. */
export function readValue(value: unknown): Cents {
  if (isMissing(value)) {
    throw fieldError("CATALOGUE_VALUE_MISSING", "value_excl", "is missing: send the value excluding tax, in euros, as a number");
  }
  if (typeof value !== "number") {
    throw fieldError("CATALOGUE_VALUE_INVALID", "value_excl", `must be a number of euros, not ${quote(value)}`);
  }
  // JSON numbers out of range, such as 1e400, are read as infinite.
  const amount = Number.isFinite(value) ? `${value} ` : "";
  if (!(value >= minValue)) {
    throw fieldError("CATALOGUE_VALUE_NOT_POSITIVE", "value_excl", `${amount}must be ${minValue} or more`);
  }
  if (value > valueLimit) {
    throw fieldError("PRODUCT_VALUE_TOO_HIGH", "value_excl", `${amount}is over ${valueLimit}: such products are insured on quote only`);
  }
  return centsFromEuros(value);
}

/** 4003 missing, 4017 not an object or too large, then subtype (4005, 4019, 4009), brand (4006, 4015), model (4007, 4016). */
export function readData(value: unknown, type: ProductType): ProductData {
  if (isMissing(value)) throw fieldError("CATALOGUE_DATA_MISSING", "data", `is missing: send an object with ${knownData.join(", ")}`);
  assertDataFits(value);
  return {
    ...value,
    product_subtype: readSubtype(value, type),
    brand: readText(value.brand, brand, { beside: value }),
    model: readText(value.model, model, { beside: value }),
  };
}

/** Null for none: 4014 wrong type or length. */
export function readDescription(value: unknown): string | null {
  if (isMissing(value)) return null;
  if (typeof value === "string" && hasAtMost(descriptionLimit, value)) return value;
  throw fieldError(
    "CATALOGUE_DESCRIPTION_INVALID",
    "description",
    `must be a text of at most ${descriptionLimit} characters, not ${quote(value)}`,
  );
}

/** Null for unknown: 4022 for neither a day nor an instant, too early, or in the future. A day means its midnight in UTC. */
export function readPurchasedDate(value: unknown, now: Date): Date | null {
  if (isMissing(value)) return null;
  const isDay = typeof value === "string" && dayPattern.test(value);
  const date = parseInstant(isDay ? `${value}T00:00Z` : value);
  if (date === undefined) {
    throw fieldError(
      "CATALOGUE_PURCHASED_DATE_INVALID",
      "purchased_date",
      `must be a day such as 2024-05-31 or an ISO 8601 instant with an offset, not ${quote(value)}`,
    );
  }
  if (date.getUTCFullYear() < earliestYear) {
    throw fieldError("CATALOGUE_PURCHASED_DATE_INVALID", "purchased_date", `${quote(value)} is before ${earliestYear}`);
  }
  // The partner's today can be tomorrow in UTC.
  const latest = now.getTime() + (isDay ? earliestDayMs : 0);
  if (date.getTime() > latest) throw fieldError("CATALOGUE_PURCHASED_DATE_INVALID", "purchased_date", `${quote(value)} is in the future`);
  return date;
}

function readSubtype(data: Fields, type: ProductType): ProductSubtype {
  const accepted = `one of ${productTypes[type].join(", ")}`;
  const name = readText(data.product_subtype, subtype, { expected: accepted, beside: data });
  if (!isSubtypeOf(type, name)) {
    throw fieldError("CATALOGUE_SUBTYPE_UNKNOWN", "data.product_subtype", `${quote(name)} is not a subtype of ${type}: send ${accepted}`);
  }
  return name;
}

/** `beside` is the free map that holds the text. */
function readText(
  value: unknown,
  { at, missing, invalid, longest }: TextField,
  { expected = `a text of 1 to ${longest} characters`, beside = {} }: { expected?: string; beside?: Fields } = {},
): string {
  if (isMissing(value)) {
    const instead = sentInstead(at.replace(/^data\./, ""), beside, knownData);
    throw fieldError(missing, at, `is missing: send ${expected}${instead}`);
  }
  if (typeof value !== "string" || !hasAtMost(longest, value)) throw fieldError(invalid, at, `must be ${expected}, not ${quote(value)}`);
  return value;
}

function assertDataFits(value: unknown): asserts value is Fields {
  if (!isJsonObject(value)) throw fieldError("CATALOGUE_DATA_INVALID", "data", `must be an object, not ${quote(value)}`);
  if (Object.hasOwn(value, "__proto__")) {
    throw new ApiError("CATALOGUE_DATA_INVALID", 'data has a property with the name "__proto__", which is not accepted');
  }
  const own = Object.keys(value).filter((name) => !knownData.some((field) => field === name));
  if (own.length > ownDataLimit) {
    throw fieldError("CATALOGUE_DATA_INVALID", "data", `has ${own.length} properties of your own; at most ${ownDataLimit} are accepted`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(value, rejectInexact));
  if (bytes > dataBytesLimit) {
    throw fieldError("CATALOGUE_DATA_INVALID", "data", `is ${bytes} bytes of JSON; at most ${dataBytesLimit} are accepted`);
  }
}

/** JSON would write an infinite number, such as 1e400, as null, and an integer beyond 2^53 as another one. */
function rejectInexact(name: string, value: unknown): unknown {
  if (typeof value === "number" && !isExact(value)) {
    throw fieldError("CATALOGUE_DATA_INVALID", "data", `: ${quote(name)} has a number that is out of range; send it as a text`);
  }
  return value;
}
