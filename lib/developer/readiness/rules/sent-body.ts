import type { ReadinessItem } from "#lib/developer/readiness/catalogue.ts";

/** Items that a call proves by its body, by endpoint. */
export const itemsBySentBody = {
  createContract: { lcd: isLeastLcd, lmd: isOf("LMD", "company"), lld: isOf("LLD", "individual") },
  updateContract: { changed: changesPeriodOrParties },
  updateAutomaticRenewal: { renewalRejected: rejects(true), renewalResumed: rejects(false) },
} as const satisfies Record<string, Partial<Record<ReadinessItem, (body: SentBody) => boolean>>>;

type SentBody = Readonly<Record<string, unknown>>;

/** Empty for a body that the log cut. */
export function readSentBody(text: string | null): SentBody {
  try {
    const body: unknown = JSON.parse(text ?? "{}");
    return typeof body === "object" && body !== null ? (body as SentBody) : {};
  } catch {
    return {};
  }
}

function optionsOf({ options }: SentBody): readonly unknown[] {
  return Array.isArray(options) ? (options as unknown[]) : [];
}

/** An LCD with break and theft alone. */
function isLeastLcd(body: SentBody): boolean {
  const options = optionsOf(body);
  return body["contract_type"] === "LCD" && options.length > 0 && options.every((option) => option === "break" || option === "theft");
}

function isOf(contractType: string, option: string): (body: SentBody) => boolean {
  return (body) => body["contract_type"] === contractType && optionsOf(body).includes(option);
}

/** The API accepts these until 4 hours after the start only (rules/contracts.md#update-3), so a success was in time. */
function changesPeriodOrParties(body: SentBody): boolean {
  return ["start_date", "end_date", "company", "individual"].some((field) => body[field] !== undefined);
}

function rejects(rejected: boolean): (body: SentBody) => boolean {
  return (body) => body["rejected"] === rejected;
}
