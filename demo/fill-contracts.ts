import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";

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
  ...["Sarah Dupuis", "Louis Marchal", "Emma Vidal", "Noé Perrot"],
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

export interface PlannedContract {
  at: Date;
  body: { uid: string; contract_type: ContractType; start_date: string; end_date: string; options: Option[]; products: object[] };
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

/** The activity of each demo partner's Development, in the order of demo-data.ts. The first shop rents most. */
export const demoActivities: readonly { contracts: number; host: string; userAgent: string; shops: readonly Shop[] }[] = [
  {
    contracts: 70,
    host: "hooks.rivage-logiciels.example",
    userAgent: "rivage-location/4.2 (node)",
    shops: [
      { uid: "cycles-du-canal", goods: bikes, isLong: true },
      { uid: "fete-et-chantier", goods: tools, isLong: false },
      { uid: "glisse-des-alpes", goods: skis, isLong: false },
    ],
  },
  {
    contracts: 45,
    host: "covergate.mistral-gestion.example",
    userAgent: "mistral/2026.3 (php)",
    shops: [
      { uid: "velos-de-la-joliette", goods: bikes, isLong: true },
      { uid: "nautique-du-lagon", goods: paddles, isLong: false },
    ],
  },
];
export type DemoActivity = (typeof demoActivities)[number];

/** A year of contracts up to now, in the order of their creation, busier towards its end. None is older than the public prices. */
export function planContracts(now: Date, random: () => number, { contracts: count, shops }: DemoActivity): PlannedContract[] {
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const product = (goods: Goods, n: number) => ({
    ...goods,
    data: { product_marked: `RIV-${String(1000 + n)}`, user_name: pick(people), internal_id: `parc-${String(n).padStart(4, "0")}` },
  });
  const daysPriced = (now.getTime() - publicTariff.effectiveFrom.getTime()) / dayMs - 1;
  const given = new Map<readonly Fate[], number>();
  const nextFate = (fates: readonly Fate[]) => {
    const turn = given.get(fates) ?? 0;
    given.set(fates, turn + 1);
    return fates[turn % fates.length] ?? "kept";
  };
  const planned = Array.from({ length: count }, (_, n): PlannedContract => {
    const ago = Math.min(360, daysPriced) * (1 - (n + random()) / count) ** 1.6;
    const day = Math.floor((now.getTime() - ago * dayMs) / dayMs) * dayMs;
    // A working day begins at seven.
    const at = new Date(Math.min(day + (7 + 11 * random()) * hourMs, now.getTime() - (count - n) * 1000));
    const start = at.getTime() + pick([1, 2, 20, 44]) * hourMs;
    const shop = pick(shops.slice(0, random() < 0.6 ? 1 : shops.length));
    const kind = shop.isLong ? pick<ContractType>(["LCD", "LCD", "LCD", "LMD", "LMD", "LLD"]) : "LCD";
    const days = { LCD: 1 + Math.floor(random() * 14), LMD: pick([31, 31, 89]), LLD: 730 }[kind];
    const goods = kind === "LCD" ? shop.goods : bikes;
    return {
      at,
      body: {
        uid: shop.uid,
        contract_type: kind,
        start_date: new Date(start).toISOString(),
        end_date: new Date(start + days * dayMs).toISOString(),
        options: kind === "LLD" ? ["break", "theft", "company", "pro"] : ["break", "theft"],
        products: Array.from({ length: random() < 0.3 ? 2 : 1 }, (_each, more) => product(pick(goods), n * 2 + more)),
        ...(kind === "LLD" && { company }),
      },
      fate: nextFate(kind === "LCD" ? shortFates : longFates),
    };
  });
  return planned.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
