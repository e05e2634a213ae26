import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { products } from "#db/schema/contracts.ts";
import { renters } from "#db/schema/partners.ts";
import { create } from "#lib/account/partners/change.ts";
import type { CreatedPartner } from "#lib/account/partners/change.ts";
import type { SupportContext, World } from "#lib/account/worlds/context.ts";
import type { PartnerSettingsInput } from "#lib/account/worlds/schema.ts";
import { decideCreation } from "#lib/insurance/products/rules/changes.ts";
import { attachUnopened } from "#lib/insurance/renters/attach.ts";
import { ensureRegistered } from "#lib/insurance/renters/register.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";

const starterCompany = {
  company_name: "Les Vélos d'Essai",
  first_name: "Alix",
  last_name: "Morel",
  email: "contact@velos-d-essai.example",
  phone_number: "+33199000100",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "PARIS-2EME-ARRONDISSEMENT",
  country: "FR",
};

const starterProducts = [
  {
    uid: "velo-d-essai",
    product_type: "bike",
    title: "Vélo électrique de ville",
    value_excl: 2490,
    data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" },
  },
  {
    uid: "appareil-photo-d-essai",
    product_type: "high-tech",
    title: "Appareil photo hybride",
    value_excl: 2165.83,
    data: { product_subtype: "camera", brand: "Sony", model: "Alpha 7 IV" },
  },
  {
    uid: "skis-d-essai",
    product_type: "wintersports",
    title: "Skis de piste",
    value_excl: 416.58,
    data: { product_subtype: "ski", brand: "Rossignol", model: "React 6" },
  },
] as const;

/** Creates a partner that can insure something in Development at once (rules/renters.md#attach-6). */
export function createEquipped(ctx: SupportContext, input: PartnerSettingsInput, uid = env.STARTER_RENTER): Promise<CreatedPartner> {
  if (uid === null) return create(ctx, input);
  return create(ctx, input, async (tx, { worlds }) => {
    await ensureRegistered(tx, ctx, { uid, company: starterCompany });
    await attachUnopened(tx, ctx, worlds.development, uid);
    await insertProducts(tx, ctx, worlds.development, uid);
  });
}

async function insertProducts(tx: Transaction, { now }: SupportContext, world: World, renterUid: string): Promise<void> {
  const [renter] = await tx.select({ usableTypes: renters.productTypes }).from(renters).where(eq(renters.uid, renterUid));
  const usableTypes = renter?.usableTypes ?? [];
  const rows = starterProducts
    .filter(({ product_type }) => usableTypes.includes(product_type))
    .map((product) => ({
      id: newId("prod"),
      worldId: world.id,
      ...decideCreation(product, { now, usableTypes }),
      createdAt: now,
      updatedAt: now,
    }));
  if (rows.length > 0) await tx.insert(products).values(rows);
}
