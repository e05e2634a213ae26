import { z } from "zod";
import { reasonTemplate } from "#lib/claims/schema-templates.ts";
import { deleteTemplate, listTemplates, listTemplatesFor, saveTemplate } from "#lib/claims/templates.ts";
import { handler, router, staff } from "#lib/http/procedures.ts";
import { identifier } from "#lib/platform/wire/wire.ts";

/** Texts that handlers choose from where they write to the insured. */
export const templates = router({
  list: staff.query(({ ctx }) => listTemplates(ctx)),
  ofClaim: staff.input(z.object({ claimId: identifier })).query(({ ctx, input }) => listTemplatesFor(ctx, input.claimId)),
  save: handler.input(reasonTemplate).mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  delete: handler.input(z.object({ id: identifier })).mutation(({ ctx, input }) => deleteTemplate(ctx, input.id)),
});
