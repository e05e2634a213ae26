import type { z } from "zod";
import { sql } from "#db/client.ts";
import { claimTypes } from "#db/schema/enums.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { documentsInEnglish, questionsInEnglish } from "#lib/insurance/claims/matrix-in-english.ts";
import type { claimRequirementsQuery } from "#lib/insurance/claims/requests.ts";
import { findMatrix } from "#lib/insurance/claims/rules/creation.ts";
import { subtypesByType } from "#lib/insurance/claims/rules/matrix.ts";
import { documentMimeTypes } from "#lib/insurance/claims/rules/upload-limits.ts";
import type { WireClaimRequirements } from "#lib/insurance/claims/schema-requirements.ts";
import type { ClaimSubtype, ClaimType } from "#lib/insurance/claims/schema.ts";
import { noLongerAttached } from "#lib/insurance/renters/rules/attachment.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";

/**
 * Answers which questions and documents a claim of a subtype needs (rules/claims.md#requirements-1), for an insured product or a product
 * type. Errors: 1000 neither or both, 9003, 2002, 2003, 1008, 1004.
 */
export async function requirements(ctx: ApiContext, query: z.output<typeof claimRequirementsQuery>): Promise<WireClaimRequirements> {
  const { subtype, matrix } = findMatrix(query.subtype, await readProductType(ctx, query));
  return {
    type: typeOf(subtype),
    subtype,
    questions: matrix.questions.map(({ question, answer }) => ({
      key: question,
      kind: answer,
      required: true,
      label: { en: questionsInEnglish[question] ?? question, fr: question },
    })),
    documents: matrix.documents.map(({ type, category, when }) => ({
      type,
      category,
      label: { en: documentsInEnglish[type] ?? type, fr: type },
      accepts: [...documentMimeTypes],
      when: when.map(({ question, is }) => ({ key: question, is })),
    })),
  };
}

function typeOf(subtype: ClaimSubtype): ClaimType {
  const type = claimTypes.find((each) => subtypesByType[each].includes(subtype));
  if (type === undefined) throw new Error(`no type has the subtype ${subtype}`);
  return type;
}

async function readProductType(
  ctx: ApiContext,
  { contract_id, contract_product_id, product_type }: z.output<typeof claimRequirementsQuery>,
): Promise<ProductType> {
  const isOfContract = contract_id !== undefined || contract_product_id !== undefined;
  if (product_type !== undefined) {
    if (isOfContract) throw fieldError("CLAIM_VALIDATION_ERROR", "product_type", ": is sent beside a contract; send one of them");
    return product_type;
  }
  if (contract_id === undefined) {
    const field = isOfContract ? "contract_id" : "product_type";
    throw fieldError("CLAIM_VALIDATION_ERROR", field, ": is missing: send contract_id and contract_product_id, or product_type");
  }
  if (contract_product_id === undefined) {
    throw fieldError("CLAIM_VALIDATION_ERROR", "contract_product_id", ": is missing beside contract_id");
  }
  return findProductType(ctx, contract_id, contract_product_id);
}

async function findProductType({ world }: ApiContext, cid: string, cpid: string): Promise<ProductType> {
  const [row] = await sql<{ uid: string; isAttached: boolean; productType: ProductType | null }[]>`
    select c.uid, exists (select from renter_attachments where world_id = c.world_id and renter_uid = c.uid) as is_attached, (
        select product_type from contract_products where cid = c.cid and cpid = ${cpid} and status <> 'cancel'
      ) as product_type
    from contracts c where c.cid = ${cid} and c.world_id = ${world.id} and c.erased_at is null`;
  if (row === undefined) throw new ApiError("CLAIM_CONTRACT_NOT_FOUND");
  if (!row.isAttached) throw noLongerAttached(row.uid);
  if (row.productType === null) throw new ApiError("CLAIM_PRODUCT_NOT_FOUND");
  return row.productType;
}
