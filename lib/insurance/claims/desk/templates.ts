import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { reasonTemplate } from "#lib/insurance/claims/desk/schema-templates.ts";
import type { ReasonTemplateInput, ReasonUse } from "#lib/insurance/claims/desk/schema-templates.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";

export interface ReasonTemplate {
  id: string;
  use: ReasonUse;
  language: Language;
  title: string;
  text: string;
}

/** Lists all templates; a desk has some dozens. */
export async function listTemplates(_ctx: StaffContext): Promise<ReasonTemplate[]> {
  return pool<ReasonTemplate[]>`select id, use, language, title, text from reason_templates order by use, language, title`;
}

/** Lists the templates in the language in which the insured last got a link of the claim, or else in French, as the claim's documents are. */
export async function listTemplatesFor(_ctx: StaffContext, claimId: string): Promise<ReasonTemplate[]> {
  return pool<ReasonTemplate[]>`
    select id, use, language, title, text from reason_templates
    where language = coalesce((select l.language from claim_links l where l.claim_id = ${claimId} order by l.id desc limit 1), 'fr')
    order by use, title`;
}

/** Adds a template, or changes the one with this id; throws a UserError if another one has its title, or it was deleted. */
export async function saveTemplate(ctx: HandlerContext, input: ReasonTemplateInput): Promise<void> {
  const userId = authorOf(ctx);
  const { id, use, language, title, text } = reasonTemplate.parse(input);
  const templateId = id ?? newId("tpl");
  await db
    .transaction(async (tx) => {
      const saved = await tx.execute(
        id === undefined
          ? sql`insert into reason_templates (id, use, language, title, text, changed_by, changed_at)
              values (${templateId}, ${use}, ${language}, ${title}, ${text}, ${userId}, ${ctx.now.toISOString()}) returning id`
          : sql`update reason_templates set use = ${use}, language = ${language}, title = ${title}, text = ${text}, changed_by = ${userId},
              changed_at = ${ctx.now.toISOString()} where id = ${id} returning id`,
      );
      if (saved.length === 0) throw new UserError(`there is no template ${id}`, { key: "noTemplate" });
      await recordAudit(tx, ctx, { action: "template.saved", subjectId: templateId, details: { use, language, title, text } });
    })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "reason_templates_title")) {
        throw new UserError(`${title} is taken`, { key: "templateTaken", values: { title } });
      }
      throw error;
    });
}

/** Deletes a template; texts written with it stay. */
export async function deleteTemplate(ctx: HandlerContext, id: string): Promise<void> {
  authorOf(ctx);
  await db.transaction(async (tx) => {
    const deleted = await tx.execute<{ title: string }>(sql`delete from reason_templates where id = ${id} returning title`);
    if (deleted[0] === undefined) throw new UserError(`there is no template ${id}`, { key: "noTemplate" });
    await recordAudit(tx, ctx, { action: "template.deleted", subjectId: id, details: { title: deleted[0].title } });
  });
}

function authorOf(ctx: HandlerContext): string {
  const { userId } = ctx.actor;
  if (userId === undefined) throw new UserError("a template needs an author", { key: "handlerOnly" });
  return userId;
}
