import { sql } from "#db/client.ts";
import type { DemoCall } from "#demo/fill-calls.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Environment } from "#lib/platform/environments.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Goods {
  product_type: ProductType;
  product_subtype: string;
  brand: string;
  model: string;
  value_excl: number;
}

const bikes: readonly Goods[] = [
  { product_type: "bike", product_subtype: "electric", brand: "Moustache", model: "Lundi 27", value_excl: 2490 },
  { product_type: "bike", product_subtype: "cargo", brand: "Douze Cycles", model: "G4e", value_excl: 5690 },
  { product_type: "bike", product_subtype: "standard", brand: "Gitane", model: "Salsa", value_excl: 749.9 },
  {
    product_type: "bike",
    product_subtype: "electric",
    brand: "Manufacture Stéphanoise du Cycle",
    model: "Grande Randonnée Alpine 29 pouces, cadre M",
    value_excl: 3890,
  },
];
const tools: readonly Goods[] = [
  { product_type: "small-tools", product_subtype: "electric-diy-tools", brand: "Bosch", model: "GBH 2-28 F", value_excl: 289 },
  { product_type: "high-tech", product_subtype: "camera", brand: "Sony", model: "Alpha 7 IV", value_excl: 2165.83 },
];
const skis: readonly Goods[] = [
  { product_type: "wintersports", product_subtype: "ski", brand: "Rossignol", model: "React 6", value_excl: 416.58 },
];

const paddles: readonly Goods[] = [
  { product_type: "watersports", product_subtype: "paddle", brand: "Itiwit", model: "X100 10 pieds", value_excl: 249.17 },
];

const people = [
  ...["Léa Fontaine", "Karim Haddad", "Manon Girard", "Paul Lefort", "Inès Rocher", "Tom Mercier", "Zoé Blanchard", "Yanis Colin"],
  ...["Sarah Dupuis", "Louis Marchal", "Emma Vidal", "Noé Perrot", "Marie-Antoinette de La Rochefoucauld-Montbel"],
];

const company = {
  company_name: "Livraisons du Faubourg",
  first_name: "Sabine",
  last_name: "Arnoult",
  address: "31 rue du Faubourg-du-Temple",
  zipcode: "75010",
  city: "Paris",
  country: "FR",
  siren: "552100554",
};

/** The fate of a contract after its creation. */
type Fate = "kept" | "cancelled" | "terminated" | "extended" | "grown" | "renewing" | "renewalRejected";

type PlannedProduct = Goods & { data: { product_marked: string; user_name: string; internal_id: string } };

export interface PlannedContract {
  at: Date;
  /** Unique in its world. */
  number: number;
  body: {
    uid: string;
    contract_type: ContractType;
    start_date: string;
    end_date: string;
    options: Option[];
    products: PlannedProduct[];
  };
  fate: Fate;
}

const shortFates: readonly Fate[] = ["kept", "kept", "kept", "cancelled", "kept", "grown", "terminated", "extended"];
const longFates: readonly Fate[] = ["renewing", "kept", "renewing", "renewalRejected", "terminated", "grown"];

interface Shop {
  uid: string;
  goods: readonly Goods[];
  /** True if it rents for months too. */
  isLong: boolean;
}

/** What a partner does in an environment. */
interface Scale {
  /** In a year. */
  contracts: number;
  /** Calls on a working day that change nothing. */
  reads: number;
  /** On the contracts of the first shop, in a year. */
  claims: number;
}

/** The activity of each demo partner, in the order of demo-data.ts. The first shop rents most. */
export const demoActivities: readonly {
  scales: Readonly<Record<Environment, Scale>>;
  userAgent: string;
  /** Begins the markings of its products. */
  marks: string;
  shops: readonly Shop[];
}[] = [
  {
    scales: {
      development: { contracts: 70, reads: 22, claims: 9 },
      production: { contracts: 150, reads: 65, claims: 30 },
    },
    userAgent: "rivage-location/4.2 (node)",
    marks: "RIV",
    shops: [
      { uid: "cycles-du-canal", goods: bikes, isLong: true },
      { uid: "fete-et-chantier", goods: tools, isLong: false },
      { uid: "glisse-des-alpes", goods: skis, isLong: false },
    ],
  },
  {
    scales: {
      development: { contracts: 45, reads: 12, claims: 5 },
      production: { contracts: 80, reads: 30, claims: 14 },
    },
    userAgent: "mistral/2026.3 (php)",
    marks: "MIS",
    shops: [
      { uid: "velos-de-la-joliette", goods: bikes, isLong: true },
      { uid: "nautique-du-lagon", goods: paddles, isLong: false },
    ],
  },
];
export type DemoActivity = (typeof demoActivities)[number];

/** The first day of a year that ends at `now` and holds twelve closed months. */
export function startOfYear(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 2));
}

/** So many contracts are made in the morning of the outage of the webhook. */
const inTheMorning = 8;

/** The morning before, when the webhook of the demo failed for two hours (`began` to `ended`). */
export function outageBefore(now: Date): { began: Date; ended: Date } {
  const began = Math.floor(now.getTime() / dayMs) * dayMs - dayMs + 8 * hourMs;
  return { began: new Date(began), ended: new Date(began + 2 * hourMs) };
}

/** A year of contracts up to now, in the order of their creation, busier towards its end. */
export function planContracts(
  now: Date,
  random: () => number,
  { contracts: count, shops, marks }: Pick<DemoActivity, "shops" | "marks"> & Pick<Scale, "contracts">,
): PlannedContract[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const product = (goods: Goods, n: number) => ({
    ...goods,
    data: { product_marked: `${marks}-${String(1000 + n)}`, user_name: pick(people), internal_id: internalId(n) },
  });
  const days = (now.getTime() - startOfYear(now).getTime()) / dayMs;
  const given = new Map<readonly Fate[], number>();
  const nextFate = (fates: readonly Fate[]) => {
    const turn = given.get(fates) ?? 0;
    given.set(fates, turn + 1);
    return fates[turn % fates.length] ?? "kept";
  };
  const createdAt = (n: number) => {
    const ago = days * (1 - (n + random()) / count) ** 1.5;
    const day = Math.floor((now.getTime() - ago * dayMs) / dayMs) * dayMs;
    // A working day begins at seven.
    return new Date(Math.min(day + (7 + 11 * random()) * hourMs, now.getTime() - (count - n) * 1000));
  };
  const morning = outageBefore(now).began.getTime();
  const moments = [
    ...Array.from({ length: count }, (_, n) => createdAt(n)),
    ...Array.from({ length: inTheMorning }, (_, n) => new Date(morning + ((n + random()) / inTheMorning) * 1.9 * hourMs)),
  ];
  const planned = moments.map((at, n): PlannedContract => {
    const start = at.getTime() + pick([1, 2, 20, 44]) * hourMs;
    const shop = pick(shops.slice(0, random() < 0.6 ? 1 : shops.length));
    const kind = shop.isLong ? pick<ContractType>(["LCD", "LCD", "LCD", "LMD", "LMD", "LLD"]) : "LCD";
    const duration = { LCD: 1 + Math.floor(random() * 14), LMD: pick([31, 31, 89]), LLD: 730 }[kind];
    const goods = kind === "LCD" ? shop.goods : bikes;
    return {
      at,
      number: n,
      body: {
        uid: shop.uid,
        contract_type: kind,
        start_date: new Date(start).toISOString(),
        end_date: new Date(start + duration * dayMs).toISOString(),
        options: kind === "LLD" ? ["break", "theft", "company", "pro"] : ["break", "theft"],
        products: Array.from({ length: random() < 0.3 ? 2 : 1 }, (_each, more) => product(pick(goods), n * 2 + more)),
        ...(kind === "LLD" && { company }),
      },
      fate: nextFate(kind === "LCD" ? shortFates : longFates),
    };
  });
  return planned.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** By the first product, a filling that goes on finds a planned contract. */
function internalId(n: number): string {
  return `parc-${String(n).padStart(4, "0")}`;
}

/** A step of a year: something that the partner, a person or time does at a moment. */
export interface Step {
  at: Date;
  /** Contracts are counted for the progress. A read changes nothing. */
  kind: "contract" | "change" | "read";
  run: (year: Year, ctx: ApiContext) => Promise<void>;
}

/** The steps of a world's year share this. */
interface Year {
  /** Makes a call of the partner's system, and records it; undefined if it is refused. */
  call: <Data>(ctx: ApiContext, made: DemoCall<Data>) => Promise<Data | undefined>;
  /** The contract identifiers of planned contracts, by their numbers. */
  cids: Map<number, string>;
}

/** The planned contracts that an interrupted filling has created. */
export async function findCreated(worldId: number, planned: readonly PlannedContract[]): Promise<Map<number, string>> {
  const rows = await sql<{ internalId: string; cid: string }[]>`
    select distinct on (p.data ->> 'internal_id') p.data ->> 'internal_id' as internal_id, c.cid
    from contracts c join contract_products p on p.cid = c.cid where c.world_id = ${worldId} and p.data ->> 'internal_id' is not null
    order by p.data ->> 'internal_id', c.created_at, c.cid`;
  const cids = new Map(rows.map((row) => [row.internalId, row.cid]));
  return new Map(
    planned.flatMap(({ number }) => {
      const cid = cids.get(internalId(number * 2));
      return cid === undefined ? [] : [[number, cid] as const];
    }),
  );
}
