import { sql } from "#db/client.ts";
import { claimSubtypes } from "#db/schema/enums.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Link } from "#lib/insurance/claim-links/find.ts";
import { readDeclaration } from "#lib/insurance/claim-links/rules/declaration.ts";
import type { DeclarationErrors, DeclarationForm } from "#lib/insurance/claim-links/rules/declaration.ts";
import { declarableProducts } from "#lib/insurance/claim-links/rules/link.ts";
import { contextOf, WriteByLink } from "#lib/insurance/claim-links/write.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { matrixOf } from "#lib/insurance/claims/rules/matrix.ts";
import type { SubtypeMatrix } from "#lib/insurance/claims/rules/matrix.ts";
import type { ClaimSubtype } from "#lib/insurance/claims/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { timeZoneOf } from "#lib/platform/time/calendar.ts";

/** A product of the contract on which the loss can be declared. */
export interface DeclarableProduct {
  cpid: string;
  uid: string;
  status: ContractProductStatus;
  replacedBy: string | null;
  startDate: Date;
  /** In which the insured says when the loss happened. */
  timeZone: string;
  productType: ProductType;
  brand: string;
  model: string;
}

/** The products on which a loss can be declared by a link of a contract. */
export async function findDeclarable({ cid, cpid, worldId }: Link): Promise<DeclarableProduct[]> {
  const rows = await sql<DeclarableProduct[]>`
    select p.cpid, c.uid, p.status, p.replaced_by, p.start_date,
      ${sql.unsafe(timeZoneOf("c"))} as "timeZone", p.product_type,
      k.data ->> 'brand' as brand, k.data ->> 'model' as model
    from contract_products p join contracts c on c.cid = p.cid join products k on k.id = p.product_id
    where p.cid = ${cid} and c.world_id = ${worldId} order by p.cpid`;
  return declarableProducts(rows, cpid);
}

export interface Choice {
  product: DeclarableProduct;
  subtype: ClaimSubtype;
  matrix: SubtypeMatrix;
}

export function subtypesOf({ productType }: DeclarableProduct): ClaimSubtype[] {
  const matrix = matrixOf(productType);
  return claimSubtypes.filter((subtype) => matrix?.[subtype] !== undefined);
}

/** Reads the choice of the insured; undefined if it is not among the contract's. */
export function readChoice(products: readonly DeclarableProduct[], cpid: string, subtype: string): Choice | undefined {
  const product = products.find((one) => one.cpid === cpid);
  const chosen = claimSubtypes.find((name) => name === subtype);
  const matrix = product === undefined || chosen === undefined ? undefined : matrixOf(product.productType)?.[chosen];
  return product === undefined || chosen === undefined || matrix === undefined ? undefined : { product, subtype: chosen, matrix };
}

/** Declares the loss: makes the one draft of a link of a contract. Returns the errors of the form; throws LinkEnded. */
export async function declare(
  link: Link,
  { product, subtype, matrix }: Choice,
  form: DeclarationForm,
): Promise<DeclarationErrors | undefined> {
  const { cid } = link;
  if (cid === null) throw new Error(`the link ${link.id} is of no contract`);
  const body = readDeclaration(form, {
    uid: product.uid,
    cid,
    cpid: product.cpid,
    coveredFrom: product.startDate,
    timeZone: product.timeZone,
    subtype,
    questions: matrix.questions,
  });
  if (body instanceof Map) return body;
  try {
    await create(contextOf(link, new WriteByLink(link, { declares: true })), body as Exclude<typeof body, DeclarationErrors>);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.message.startsWith("claimAt:")) return new Map([["day", "claimAt"]]);
    throw error;
  }
}
