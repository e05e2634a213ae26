import { cityCountries } from "#db/schema/enums.ts";
import type { Option, Term } from "#lib/insurance/catalogue/catalogue.ts";
import { partyCountries } from "#lib/insurance/contracts/requests.ts";
import type { PartyCountry } from "#lib/insurance/contracts/requests.ts";
import type { Company, Individual } from "#lib/insurance/contracts/schema.ts";
import type { CityAnswer, CityFinder } from "#lib/insurance/geo/rules/match.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { hasAtMost, visibleText } from "#lib/platform/text/characters.ts";
import { isEmailAddress } from "#lib/platform/text/contacts.ts";
import { assertFieldsKnown, isJsonObject, isMissing, plainZipcode, quote } from "#lib/platform/wire/fields.ts";
import { textLimit } from "#lib/platform/wire/limits.ts";

export interface PartyFacts {
  term: Term;
  options: readonly Option[];
  cities: CityFinder;
  /** In a preview parties may be missing or incomplete, but not wrong. */
  preview: boolean;
}

export interface Parties {
  company: Company | null;
  individual: Individual | null;
}

type Texts = Partial<Record<string, string>>;
interface Address {
  country: string | undefined;
  answer: CityAnswer | undefined;
}

/** A field of a party; the order of fields is the order of their errors. */
interface PartyField<Name extends string> {
  name: Name;
  /** The terms that require it; under the others a text is kept as it is, once it has the form of the field. */
  terms: readonly Term[];
  /** Returns a description of its form, under every term; undefined for a text that has it. */
  form?: (text: string) => string | undefined;
  missing?: ErrorName;
  check?: {
    error: ErrorName;
    /** Returns a description of a valid text; undefined if the text is valid. */
    expect: (text: string, address: Address) => string | undefined;
    /** The error does not repeat it: the call log hides what is known to be an e-mail address, and a wrong one is not. */
    isPersonal?: true;
  };
}

const every: readonly Term[] = ["LCD", "LMD_under_6_months", "LMD_6_months_or_more", "LLD"];
const long: readonly Term[] = ["LMD_6_months_or_more", "LLD"];

const registrationDigits: Record<PartyCountry, number> = { FR: 9, RE: 9, IT: 11, BE: 10 };
const citiesNamed = 10;

const companyFields: readonly PartyField<keyof Company>[] = [
  { name: "company_name", terms: every, missing: "COMPANY_NAME_MISSING" },
  { name: "first_name", terms: every, missing: "COMPANY_FIRST_NAME_MISSING" },
  { name: "last_name", terms: every, missing: "COMPANY_LAST_NAME_MISSING" },
  { name: "address", terms: long, missing: "COMPANY_ADDRESS_MISSING" },
  { name: "zipcode", terms: long, missing: "COMPANY_ZIPCODE_INVALID", check: { error: "COMPANY_ZIPCODE_INVALID", expect: expectZipcode } },
  { name: "city", terms: long, missing: "COMPANY_CITY_INVALID", check: { error: "COMPANY_CITY_INVALID", expect: expectCity } },
  {
    name: "country",
    terms: long,
    form: expectTwoLetters,
    missing: "COMPANY_COUNTRY_INVALID",
    check: { error: "COMPANY_COUNTRY_INVALID", expect: expectCountry },
  },
  { name: "siren", terms: ["LLD"], missing: "SIREN_MISSING", check: { error: "SIREN_INVALID", expect: expectSiren } },
];

const individualFields: readonly PartyField<keyof Individual>[] = [
  { name: "first_name", terms: long, missing: "INDIVIDUAL_FIRST_NAME_MISSING" },
  { name: "last_name", terms: long, missing: "INDIVIDUAL_LAST_NAME_MISSING" },
  { name: "address", terms: long, missing: "INDIVIDUAL_ADDRESS_MISSING" },
  {
    name: "zipcode",
    terms: long,
    missing: "INDIVIDUAL_ZIPCODE_MISSING",
    check: { error: "INDIVIDUAL_ZIPCODE_INVALID", expect: expectZipcode },
  },
  { name: "city", terms: long, missing: "INDIVIDUAL_CITY_MISSING", check: { error: "INDIVIDUAL_CITY_INVALID", expect: expectCity } },
  { name: "phone_number", terms: long, missing: "INDIVIDUAL_PHONE_MISSING" },
  {
    name: "country",
    terms: long,
    form: expectTwoLetters,
    missing: "INDIVIDUAL_COUNTRY_MISSING",
    check: { error: "INDIVIDUAL_COUNTRY_INVALID", expect: expectCountry },
  },
  { name: "email", terms: every, check: { error: "INDIVIDUAL_INVALID", expect: expectEmail, isPersonal: true } },
];

/** 1013/1014 if an option's party is missing, then errors of the company (1100–1109) and of the individual (1400–1410). */
export function decideParties(sent: { company?: unknown; individual?: unknown }, facts: PartyFacts): Parties {
  const needs = (party: "company" | "individual") => facts.options.includes(party) && !facts.preview;
  if (needs("company") && isAbsent(sent.company)) throw missingParty("COMPANY_MISSING", "company");
  if (needs("individual") && isAbsent(sent.individual)) throw missingParty("INDIVIDUAL_MISSING", "individual");
  const company = readParty(sent.company, "company", "COMPANY_INVALID", companyFields, facts);
  const individual = readParty(sent.individual, "individual", "INDIVIDUAL_INVALID", individualFields, facts);
  // Under a short contract it has no required field.
  if (needs("individual") && individual === null) throw missingParty("INDIVIDUAL_MISSING", "individual");
  return { company, individual };
}

function missingParty(error: ErrorName, party: string): Error {
  return fieldError(error, party, `is missing: the option ${party} needs the object ${party}`);
}

function isAbsent(party: unknown): boolean {
  return party === undefined || party === null;
}

/** Returns null for an absent party and for one without any field. */
function readParty<Name extends string>(
  value: unknown,
  place: string,
  wrongShape: ErrorName,
  fields: readonly PartyField<Name>[],
  facts: PartyFacts,
): Partial<Record<Name, string>> | null {
  if (isAbsent(value)) return null;
  const texts = readTexts(value, place, wrongShape);
  assertFieldsKnown(
    value as Readonly<Record<string, unknown>>,
    fields.map(({ name }) => name),
    place,
  );
  const address: Address = { country: texts.country, answer: findCity(texts, facts.cities) };
  const party: Partial<Record<Name, string>> = {};
  for (const field of fields) {
    const text = texts[field.name];
    const at = `${place}.${field.name}`;
    if (field.terms.includes(facts.term)) assertField(field, text, at, address, facts.preview);
    else assertForm(field, text, at);
    if (text !== undefined) party[field.name] = field.name === "city" && address.answer?.status === "known" ? address.answer.city : text;
  }
  return Object.keys(party).length === 0 ? null : party;
}

function readTexts(input: unknown, at: string, wrongShape: ErrorName): Texts {
  if (!isJsonObject(input)) throw fieldError(wrongShape, at, "must be an object");
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(input)) {
    if (isMissing(value)) continue;
    if (typeof value !== "string" || !hasAtMost(textLimit, value)) {
      throw fieldError(wrongShape, `${at}.${name}`, `must be a text of at most ${textLimit} characters`);
    }
    texts.set(name, plainText(name, visibleText(value)));
  }
  return Object.fromEntries(texts);
}

/** A zipcode or registration number without the spaces and points that people write in it. */
function plainText(name: string, value: string): string {
  if (name === "zipcode") return plainZipcode(value);
  return name === "siren" ? value.replaceAll(/[\s.]/g, "") : value;
}

function findCity({ country, zipcode, city }: Texts, cities: CityFinder): CityAnswer | undefined {
  const listed = cityCountries.find((each) => each === country);
  return listed === undefined || zipcode === undefined ? undefined : cities(listed, zipcode, city ?? "");
}

function assertField(
  { missing, check }: PartyField<string>,
  text: string | undefined,
  at: string,
  address: Address,
  preview: boolean,
): void {
  const expected = check?.expect(text ?? "", address);
  if (text !== undefined && check !== undefined && expected !== undefined) {
    throw fieldError(check.error, at, `${check.isPersonal === true ? "" : `${quote(text)} `}must be ${expected}`);
  }
  if (text === undefined && missing !== undefined && !preview) {
    throw fieldError(missing, at, `is missing: send ${expected ?? "a text"}`);
  }
}

function assertForm({ form, check }: PartyField<string>, text: string | undefined, at: string): void {
  const expected = text === undefined ? undefined : form?.(text);
  if (expected !== undefined && check !== undefined) throw fieldError(check.error, at, `${quote(text)} must be ${expected}`);
}

function expectTwoLetters(text: string): string | undefined {
  return /^[A-Z]{2}$/.test(text) ? undefined : "a country code of two letters, such as FR";
}

function expectZipcode(_text: string, { country, answer }: Address): string | undefined {
  return answer?.status === "unknown_zipcode" ? `a zipcode of ${country}` : undefined;
}

function expectCity(_text: string, { answer }: Address): string | undefined {
  if (answer?.status !== "unknown_city") return undefined;
  const more = answer.cities.length > citiesNamed ? ", …" : "";
  return `a city of the zipcode: ${answer.cities.slice(0, citiesNamed).join(", ")}${more}`;
}

function expectCountry(text: string): string | undefined {
  return partyCountries.some((country) => country === text) ? undefined : `one of ${partyCountries.join(", ")}`;
}

function expectSiren(text: string, { country }: Address): string | undefined {
  const listed = partyCountries.find((each) => each === country);
  if (listed === undefined) return undefined;
  const digits = registrationDigits[listed];
  return text.length === digits && /^\d+$/.test(text) ? undefined : `${digits} digits for ${listed}`;
}

function expectEmail(text: string): string | undefined {
  return isEmailAddress(text) ? undefined : "an email address";
}
