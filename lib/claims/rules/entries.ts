import type { Claim, ClaimDocument, ClaimEntry } from "#lib/claims/claim.ts";
import type { SubtypeMatrix } from "#lib/claims/rules/matrix.ts";

type Documented = Pick<Claim, "entries" | "documents">;

/** The documents that a claim asks for, by the matrix and the answers (resolutions.md § 7). Of one type the first rule that holds counts. */
export function entriesFor({ documents }: SubtypeMatrix, answers: Readonly<Record<string, unknown>>): ClaimEntry[] {
  const entries = new Map<string, ClaimEntry>();
  for (const { type, category, when } of documents) {
    const holds = when.every(({ question, is }) => isYes(answers[question]) === is);
    if (holds && !entries.has(type)) entries.set(type, { type, category, requested: false });
  }
  return [...entries.values()];
}

/** A yes or no as it may be sent: `true`, `"true"`, `false`, `"false"`; undefined for anything else. */
export function isYes(answer: unknown): boolean | undefined {
  if (answer === true || answer === "true") return true;
  return answer === false || answer === "false" ? false : undefined;
}

/** The document of an entry. */
export function documentOf({ documents }: Pick<Claim, "documents">, type: string): ClaimDocument | undefined {
  return documents.find((document) => document.type === type);
}

/** The mandatory documents that are not uploaded yet, by type. */
export function missingDocuments(claim: Documented): string[] {
  return claim.entries
    .filter(({ type, category }) => category === "mandatory" && documentOf(claim, type) === undefined)
    .map(({ type }) => type);
}

/** The documents that the handler still waits for, by type. */
export function requestedDocuments({ entries }: Pick<Claim, "entries">): string[] {
  return entries.filter(({ requested }) => requested).map(({ type }) => type);
}
