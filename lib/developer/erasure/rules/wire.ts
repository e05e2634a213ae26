import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { ClaimInsured, ClaimLocation, ClaimProduct } from "#lib/insurance/claims/schema.ts";

/** The text that replaces erased data. */
export const erased = "[erased]";

/** Keeps only the country of a party, for figures by country. */
export function eraseParty<Party extends { country?: string | undefined }>(party: Party | null): Pick<Party, "country"> | null {
  if (party === null) return null;
  return party.country === undefined ? {} : { country: party.country };
}

/** Returns a claim's personal fields in erased form; its type, dates and amounts stay. */
export function eraseClaim({
  product,
  location,
}: Pick<Claim, "product" | "location">): Pick<Claim, "product" | "location" | "insured" | "description" | "questions" | "entries"> {
  return {
    product: eraseProduct(product),
    location: eraseLocation(location),
    insured: erasedInsured,
    description: erased,
    questions: {},
    entries: [],
  };
}

const erasedInsured: ClaimInsured = { firstName: erased, lastName: erased, phoneNumber: erased };

function eraseProduct(product: ClaimProduct): ClaimProduct {
  return { ...product, productMarked: erased, internalId: null, custom: {} };
}

function eraseLocation({ country }: ClaimLocation): ClaimLocation {
  return { address: erased, city: erased, zipcode: erased, country };
}

type Fields = Record<string, unknown>;

/**
 * Erases the data of persons from contracts, claims and documents as they are on the wire, however deep they lie in a payload or an answer.
 * The result still has the published shape. Doing it twice changes nothing.
 */
export function eraseWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(eraseWire);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Fields;
  if ("contract_type" in fields && isFields(fields["products"])) return eraseWireContract(fields, fields["products"]);
  if ("documentEntries" in fields && isFields(fields["insured"])) return eraseWireClaim(fields);
  if ("mimeType" in fields && "title" in fields) return eraseWireDocument(fields);
  return mapFields(fields, eraseWire);
}

function eraseWireContract(contract: Fields, products: Fields): Fields {
  return {
    ...contract,
    ...(isFields(contract["company"]) && { company: eraseParty(contract["company"]) }),
    ...(isFields(contract["individual"]) && { individual: eraseParty(contract["individual"]) }),
    products: mapFields(products, (product) => (isFields(product) ? { ...product, data: {} } : product)),
  };
}

function eraseWireClaim(claim: Fields): Fields {
  const { entries, ...remaining } = eraseClaim(claim as Pick<Claim, "product" | "location">);
  return { ...claim, ...remaining, documentEntries: entries, note: null };
}

function eraseWireDocument(document: Fields): Fields {
  const { refusalReason, note, comment } = document;
  return {
    ...document,
    title: erased,
    type: erased,
    ...(typeof refusalReason === "string" && { refusalReason: erased }),
    ...(typeof note === "string" && { note: null }),
    ...(typeof comment === "string" && { comment: null }),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapFields(fields: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));
}
