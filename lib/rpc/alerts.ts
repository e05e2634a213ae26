import { z } from "zod";
import { list } from "#lib/developer/alerts/list.ts";
import { change, create, createUsual, remove, setEnabled, settingsOfAlert } from "#lib/developer/alerts/manage.ts";
import { sendTest } from "#lib/developer/alerts/send.ts";
import { chooseTimeZone, languages } from "#lib/platform/i18n/locales.ts";
import { developer, router } from "#lib/rpc/procedures.ts";

const one = z.object({ alertId: z.string().max(64) });
const reader = z.object({ language: z.enum(languages), timeZone: z.string().max(64).transform(chooseTimeZone) });

export const alerts = router({
  list: developer.query(({ ctx }) => list(ctx)),
  create: developer.input(z.object({ settings: settingsOfAlert })).mutation(({ ctx, input }) => create(ctx, input.settings)),
  createUsual: developer.input(reader).mutation(({ ctx, input }) => createUsual(ctx, input)),
  change: developer
    .input(one.extend({ settings: settingsOfAlert }))
    .mutation(({ ctx, input }) => change(ctx, input.alertId, input.settings)),
  setEnabled: developer
    .input(one.extend({ enabled: z.boolean() }))
    .mutation(({ ctx, input }) => setEnabled(ctx, input.alertId, input.enabled)),
  remove: developer.input(one).mutation(({ ctx, input }) => remove(ctx, input.alertId)),
  sendTest: developer.input(one).mutation(({ ctx, input }) => sendTest(ctx, input.alertId)),
});
