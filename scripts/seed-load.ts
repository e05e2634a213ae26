import { parseArgs } from "node:util";
import { z } from "zod";
import { withPatience } from "#db/deadline.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { withDatabase } from "#scripts/admin/database.ts";
import { readStartSettings } from "#scripts/settings.ts";

const usage = `npm run seed:load -- [--contracts 300000] [--claims 20000] [--calls 10000000] [--events 2500000] [--deliveries 5000000] [--days 30] [--yes]

Fills the database of DATABASE_URL, or of DATA_DIR, with a partner of its own ("Volume"): contracts of a year with a product and a
premium each, claims of them with refunds, and the calls of some days with the events, deliveries and attempts that they caused. It makes
exactly so many of each, and continues where it was stopped. --yes is needed where the database is not the embedded one, or is used in
production.`;

const count = z.coerce.number().int().nonnegative();
const options = z
  .object({ contracts: count, claims: count, calls: count, events: count, deliveries: count, days: count.min(1).max(90) })
  .extend({ yes: z.boolean(), help: z.boolean() });

async function seedLoad(): Promise<void> {
  const { values } = parseArgs({
    options: {
      contracts: { type: "string", default: "300000" },
      claims: { type: "string", default: "20000" },
      calls: { type: "string", default: "10000000" },
      events: { type: "string", default: "2500000" },
      deliveries: { type: "string", default: "5000000" },
      days: { type: "string", default: "30" },
      yes: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { yes, help, ...load } = options.parse(values);
  if (help) return console.log(usage);
  const isEmbedded = readStartSettings().DATABASE_URL === undefined;
  await withDatabase(async () => {
    // Imported late: they read the settings.
    const { env } = await import("#lib/platform/env.ts");
    if (!yes && (!isEmbedded || env.NODE_ENV === "production")) {
      throw new SetupError("People may work with this database, and gigabytes would be written to it: say --yes if that is meant.");
    }
    const { ensureVolumePartner } = await import("#scripts/load/partner.ts");
    const { fillVolume } = await import("#scripts/load/volume.ts");
    const now = currentTime();
    const begun = performance.now();
    const partner = await ensureVolumePartner(operatorContext("load", now));
    if (partner.passwordToken !== undefined) {
      console.log(`The partner Volume is created; its owner, ${partner.owner}, chooses a password at /password/${partner.passwordToken}`);
    }
    const say = (line: string) => console.log(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}`);
    await withPatience(() => fillVolume(partner, now, load, say));
  });
}

try {
  await seedLoad();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
