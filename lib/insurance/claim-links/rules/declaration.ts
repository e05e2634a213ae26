import { claimTypes } from "#db/schema/enums.ts";
import { createClaimBody, minDescriptionLength } from "#lib/insurance/claims/requests.ts";
import type { CreateClaimBody } from "#lib/insurance/claims/requests.ts";
import { subtypesByType } from "#lib/insurance/claims/rules/matrix.ts";
import type { Question } from "#lib/insurance/claims/rules/matrix.ts";
import type { ClaimSubtype } from "#lib/insurance/claims/schema.ts";
import { hasAtMost, visibleText } from "#lib/platform/text/characters.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";

/** The texts of the insured, by the names of the form's fields. */
export type DeclarationForm = ReadonlyMap<string, string>;

export type DeclarationError = "required" | "description" | "claimAt" | "email" | "phone" | "tooLong";

/** By the name of the field, in the order of the form. */
export type DeclarationErrors = ReadonlyMap<string, DeclarationError>;

export interface Declared {
  uid: string;
  cid: string;
  cpid: string;
  /** When the cover of the product began. */
  coveredFrom: Date;
  /** That of the contract, in which the insured names day and time. */
  timeZone: string;
  subtype: ClaimSubtype;
  questions: readonly Question[];
}

export const questionField = (place: number): string => `question-${place}`;

/** The fields whose answer the form needs, and where the body of `POST /claims` has them. */
const needed = {
  day: "claimAt",
  time: "claimAt",
  description: "description",
  address: "location.address",
  zipcode: "location.zipcode",
  city: "location.city",
  country: "location.country",
  firstName: "insured.firstName",
  lastName: "insured.lastName",
  phone: "insured.phoneNumber",
} as const;

/** Reads the form as the body of `POST /claims`, whose rules then decide (rules/claims.md#create-2); else returns its errors. */
export function readDeclaration(
  form: DeclarationForm,
  { uid, cid, cpid, coveredFrom, timeZone, subtype, questions }: Declared,
): CreateClaimBody | DeclarationErrors {
  const value = (name: string) => visibleText(form.get(name) ?? "");
  const errors = new Map<string, DeclarationError>();
  for (const [place] of questions.entries()) if (value(questionField(place)) === "") errors.set(questionField(place), "required");
  for (const name of Object.keys(needed)) if (value(name) === "") errors.set(name, "required");
  const local = `${value("day")}T${value("time").slice(0, 5)}`;
  const isLocal = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) && !Number.isNaN(Date.parse(`${local}Z`));
  if (!isLocal && !errors.has("day") && !errors.has("time")) errors.set("day", "claimAt");
  const { success, data, error } = createClaimBody.safeParse({
    userId: uid,
    contractId: cid,
    contractProductId: cpid,
    type: claimTypes.find((type) => subtypesByType[type].includes(subtype)),
    subtype,
    claimAt: isLocal ? claimAtOf(calendarOf(timeZone).instantOf(local), coveredFrom) : "",
    description: value("description"),
    questions: Object.fromEntries(questions.map(({ question }, place) => [question, value(questionField(place))])),
    insured: {
      firstName: value("firstName"),
      lastName: value("lastName"),
      phoneNumber: value("phone"),
      ...(value("email") !== "" && { email: value("email") }),
    },
    location: { address: value("address"), zipcode: value("zipcode"), city: value("city"), country: value("country") },
  });
  for (const { path } of error?.issues ?? []) {
    const field = fieldOf(path.map(String), questions);
    if (!errors.has(field)) errors.set(field, errorOf(field, value(field)));
  }
  return success && errors.size === 0 ? data : errors;
}

const minuteMs = 60_000;

/** The form has minutes: of the one in which the cover began, what is typed is the time after that. */
function claimAtOf(minute: number, coveredFrom: Date): string {
  const from = coveredFrom.getTime();
  return new Date(from > minute && from < minute + minuteMs ? from : minute).toISOString();
}

function fieldOf(path: readonly string[], questions: readonly Question[]): string {
  if (path[0] === "questions") {
    const place = questions.findIndex(({ question }) => question === path[1]);
    return questionField(Math.max(0, place));
  }
  const name = path.join(".");
  return Object.entries(needed).find(([, place]) => place === name)?.[0] ?? (name === "insured.email" ? "email" : "description");
}

function errorOf(field: string, text: string): DeclarationError {
  if (field === "email" || field === "phone" || (field === "description" && hasAtMost(minDescriptionLength, text))) return field;
  return field === "day" ? "claimAt" : "tooLong";
}
