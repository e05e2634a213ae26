import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { deleteTemplate, listTemplates, listTemplatesFor, saveTemplate } from "#lib/insurance/claims/desk/templates.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";

const handler = await makeUser("handler");
const now = new Date("2027-01-06T10:00:00.000Z");
const ctx = { ...operatorContext("Ada", now), actor: { type: "staff", name: "Ada", userId: handler.id } as const };
const sample = (title: string) => ({ use: "refuseDocument", language: "fr", title, text: "La photo est floue." }) as const;
const find = async (title: string) => (await listTemplates(ctx)).find((template) => template.title === title);

test("handlers add, change and delete a template, each in the audit log", async () => {
  const title = newId("tpl");
  await saveTemplate(ctx, sample(title));
  const added = await find(title);
  expect(added).toEqual({ id: expect.stringMatching(/^tpl_/) as string, ...sample(title) });
  const id = added?.id ?? "";
  await saveTemplate(ctx, { ...sample(title), id, text: "La photo est trop sombre." });
  expect((await find(title))?.text).toBe("La photo est trop sombre.");
  await deleteTemplate(ctx, id);
  expect(await find(title)).toBeUndefined();
  await expect(saveTemplate(ctx, { ...sample(title), id })).rejects.toMatchObject({ key: "noTemplate" });
  await expect(deleteTemplate(ctx, id)).rejects.toMatchObject({ key: "noTemplate" });
  const actions = await sql<{ action: string }[]>`select action from audit_entries where subject_id = ${id} order by id`;
  expect(actions.map(({ action }) => action)).toEqual(["template.saved", "template.saved", "template.deleted"]);
});

test("a title names one template of its use and language", async () => {
  const title = newId("tpl");
  await saveTemplate(ctx, sample(title));
  await expect(saveTemplate(ctx, sample(title))).rejects.toMatchObject({ key: "templateTaken" });
  await saveTemplate(ctx, { ...sample(title), language: "en" });
});

test("a claim has the templates in the language of its latest link, or else in French", async () => {
  const title = newId("tpl");
  await saveTemplate(ctx, sample(title));
  await saveTemplate(ctx, { ...sample(title), language: "en" });
  const { worlds } = await makePartner();
  const { id } = await insertSampleClaim(worlds.production.id);
  const languages = async () =>
    (await listTemplatesFor(ctx, id)).filter((template) => template.title === title).map(({ language }) => language);
  expect(await languages()).toEqual(["fr"]);
  await sql`
    insert into claim_links (id, token_hash, world_id, claim_id, language, created_by, created_at, expires_at)
    values (${newId("link")}, ${title}, ${worlds.production.id}, ${id}, 'en', 'x', ${now}, ${new Date(now.getTime() + 1000)})`;
  expect(await languages()).toEqual(["en"]);
});
