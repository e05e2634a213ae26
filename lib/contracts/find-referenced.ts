import { sql } from "#db/client.ts";
import type { World } from "#lib/context.ts";
import type { CatalogueProduct } from "#lib/contracts/rules/basket.ts";
import type { RenterFacts } from "#lib/contracts/rules/creation.ts";
import type { References } from "#lib/contracts/rules/references.ts";
import type { City } from "#lib/geo/schema.ts";
import { readTogether } from "#lib/read-together.ts";
import { publicTariffName } from "#lib/tariffs/schema.ts";

/** What a body of a creation or a change refers to, as it is stored. */
export interface Referenced {
  /** Undefined where it is not attached to this world, registered or not (resolutions.md § 1). */
  renter: RenterFacts | undefined;
  /**
   * The products that a contract may insure, each under the reference by which it was asked for: its `product_id`, or the
   * partner's `uid`; where both fit, the `product_id` wins. Hidden and deleted products are none (resolutions.md § 6).
   */
  products: Map<string, CatalogueProduct>;
  /** The cities of the zipcodes, by name; none for a zipcode that is unknown or in a country without a list. */
  cities: City[];
  /** The newest public tariff that has taken effect; null where there is none. */
  publicTariffId: string | null;
}

interface Row {
  asked: string;
  renter: RenterFacts | null;
  products: (CatalogueProduct & { uid: string })[] | null;
  cities: City[] | null;
  publicTariffId: string | null;
}

/** Each request's references looked up by themselves, by index. */
const lookUp = `
  select asked.name as asked,
    (select json_build_object('contractTypes', r.contract_types, 'productTypes', r.product_types)
      from renter_attachments a join renters r on r.uid = a.renter_uid
      where a.world_id = asked.world_id and a.renter_uid = asked.uid) as renter,
    (select json_agg(json_build_object('productId', p.id, 'uid', p.uid, 'productType', p.product_type, 'valueExclCents', p.value_excl_cents))
      from products p
      where p.world_id = asked.world_id and (p.id = any(asked.product_ids) or p.uid = any(asked.product_ids))
        and not p.hidden and p.deleted_at is null) as products,
    (select json_agg(json_build_object('country', c.country, 'zipcode', c.zipcode, 'name', c.name) order by c.country, c.zipcode, c.name collate "C")
      from cities c where (c.country, c.zipcode) in (select * from unnest(asked.countries, asked.zipcodes))) as cities,
    (select t.id from tariffs t where t.name = '${publicTariffName}' and t.effective_from <= asked.at
      order by t.effective_from desc limit 1) as "publicTariffId"
  from json_to_recordset($1::json)
    as asked (name text, world_id int, uid text, product_ids text[], countries text[], zipcodes text[], at timestamptz)`;

/** All that is referred to, in one round trip, which requests that come in together share. */
export async function findReferenced(world: Pick<World, "id">, references: References, now: Date): Promise<Referenced> {
  const { uid, productIds, zipcodes } = references;
  const row = await readRow({
    world_id: world.id,
    uid,
    product_ids: productIds,
    countries: zipcodes.map(({ country }) => country),
    zipcodes: zipcodes.map(({ zipcode }) => zipcode),
    at: now,
  });
  return {
    renter: row?.renter ?? undefined,
    products: byReference(row?.products ?? [], productIds),
    cities: row?.cities ?? [],
    publicTariffId: row?.publicTariffId ?? null,
  };
}

const readRow = readTogether(JSON.stringify, async (asked: readonly object[]) => {
  const rows = await sql.unsafe<Row[]>(lookUp, [JSON.stringify(asked.map((one, name) => ({ name, ...one })))], { prepare: true });
  return new Map(rows.map((row) => [JSON.stringify(asked[Number(row.asked)]), row]));
});

function byReference(rows: NonNullable<Row["products"]>, references: readonly string[]): Map<string, CatalogueProduct> {
  const asked = new Set(references);
  const found = rows.map(({ uid, ...product }) => ({ uid, product }));
  return new Map([
    ...found.filter(({ uid }) => asked.has(uid)).map(({ uid, product }) => [uid, product] as const),
    ...found.filter(({ product }) => asked.has(product.productId)).map(({ product }) => [product.productId, product] as const),
  ]);
}
