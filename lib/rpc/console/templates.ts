import { z } from "zod";
import { reasonTemplate } from "#lib/insurance/claims/desk/schema-templates.ts";
import { deleteTemplate, listTemplates, listTemplatesFor, saveTemplate } from "#lib/insurance/claims/desk/templates.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { handler, router, staff } from "#lib/rpc/procedures.ts";

/** Texts that handlers choose from where they write to the insured. */
export const templates = router({
  list: staff.query(({ ctx }) => listTemplates(ctx)),
  ofClaim: staff.input(z.object({ claimId: identifier })).query(({ ctx, input }) => listTemplatesFor(ctx, input.claimId)),
  save: handler.input(reasonTemplate).mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  delete: handler.input(z.object({ id: identifier })).mutation(({ ctx, input }) => deleteTemplate(ctx, input.id)),
});
