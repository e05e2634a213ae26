import type { PartnerStatus } from "#lib/account/worlds/schema.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import { matrixOf } from "#lib/insurance/claims/rules/matrix.ts";
import type { ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { chainEntries } from "#lib/insurance/contracts/rules/chains.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";

const hourMs = 3_600_000;

export function expiryOf(realTime: Date, hours: number): Date {
  return new Date(realTime.getTime() + hours * hourMs);
}

export interface LinkState {
  expiresAt: Date;
  revokedAt: Date | null;
  partnerStatus: PartnerStatus;
  /** When the data of the insured was erased from the claim; null until then, and before the loss is declared. */
  erasedAt: Date | null;
}

/**
 * False for a link that is expired, revoked, of a suspended partner, or of an erased person. The state of the claim does not count: the
 * insured reads the decision by it (rules/claim-links.md#open-5). The verbs of the API refuse documents that the claim no longer takes.
 */
export function isReadable({ expiresAt, revokedAt, partnerStatus, erasedAt }: LinkState, realTime: Date): boolean {
  return revokedAt === null && expiresAt > realTime && partnerStatus !== "suspended" && erasedAt === null;
}

type LinkedProduct = Pick<ContractProduct, "cpid" | "status" | "replacedBy" | "productType">;

/** The products of a contract as they are now, or the one that has, or had before a change, the key that was asked for. */
function chosenOf<Product extends LinkedProduct>(products: readonly Product[], language: string | null): Product[] {
  return chainEntries(products)
    .filter(({ current, earlier }) => language === null || [current, ...earlier].some(({ cpid }) => cpid === language))
    .map(({ current }) => current);
}

/** The products of a link on which a loss can be declared: those that were ever in force and have a matrix. */
export function declarableProducts<Product extends LinkedProduct>(products: readonly Product[], language: string | null): Product[] {
  return chosenOf(products, language).filter(({ status, productType }) => status !== "cancel" && matrixOf(productType) !== undefined);
}

/** Refuses a link with which nothing could be declared: 1330, 1052, then 1008 (rules/claim-links.md#make-4). */
export function assertDeclarable(
  { status, products }: { status: ContractStatus; products: readonly LinkedProduct[] },
  language: string | null,
): void {
  const chosen = chosenOf(products, language);
  if (chosen.length === 0) {
    throw fieldError("CONTRACT_PRODUCT_UNKNOWN", "contract_product_id", `: the contract has no product "${language ?? ""}"`);
  }
  const wereInForce = chosen.filter((product) => product.status !== "cancel");
  if (wereInForce.length === 0) {
    throw new ApiError(
      "CONTRACT_NOT_OPEN",
      language === null ? `the contract is ${status}: nothing was covered` : "the product was cancelled: it was never covered",
    );
  }
  if (declarableProducts(products, language).length === 0) {
    const types = [...new Set(wereInForce.map(({ productType }) => productType))];
    throw new ApiError("UNSUPPORTED_PRODUCT_TYPE", `claims on products of the type ${types.join(", ")} are not taken over the API`);
  }
}
