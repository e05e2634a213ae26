import { features } from "#db/schema/enums.ts";
import type { PartnerSettingsInput } from "#lib/account/worlds/schema.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { RenterRegistration } from "#lib/insurance/renters/schema.ts";
import type { partnerRoles, staffRoles } from "#lib/platform/roles.ts";

export interface DemoUserData<Role extends string = string> {
  email: string;
  name: string;
  role: Role;
}

interface DemoPartnerData {
  settings: PartnerSettingsInput;
  renters: RenterRegistration[];
  /** Renters that it may attach. */
  opened: RenterRegistration[];
  users: DemoUserData<(typeof partnerRoles)[number]>[];
  /** A new colleague of theirs, who has not chosen a password yet. */
  invited: DemoUserData<(typeof partnerRoles)[number]>;
}

export const demoStaff: readonly DemoUserData<(typeof staffRoles)[number]>[] = [
  { email: "helene.garnier@covergate.example", name: "Hélène Garnier", role: "administrator" },
  { email: "sophie.marchand@covergate.example", name: "Sophie Marchand", role: "support" },
  { email: "nadia.benali@covergate.example", name: "Nadia Benali", role: "support" },
  { email: "marc.delattre@covergate.example", name: "Marc Delattre", role: "handler" },
  { email: "julie.perrin@covergate.example", name: "Julie Perrin", role: "handler" },
];

/** Enough for load tests on the demo data. */
const requestsPerMinute = 60_000;

/** Two software companies, each with its rental companies. */
export const demoPartners: readonly DemoPartnerData[] = [
  {
    opened: [
      {
        uid: "trottinettes-de-la-deule",
        company: {
          company_name: "Trottinettes de la Deûle",
          first_name: "Baptiste",
          last_name: "Delannoy",
          email: "baptiste.delannoy@trottinettes-de-la-deule.example",
          phone_number: "+33320000104",
          address: "3 quai du Wault",
          zipcode: "59000",
          city: "LILLE",
          country: "FR",
        },
      },
    ],
    settings: { name: "Rivage Logiciels", features: [...features], requestsPerMinute },
    users: [
      { email: "claire.vasseur@rivage-logiciels.example", name: "Claire Vasseur", role: "owner" },
      { email: "hugo.lemaire@rivage-logiciels.example", name: "Hugo Lemaire", role: "member" },
      { email: "maya.fontaine@rivage-logiciels.example", name: "Maya Fontaine", role: "developer" },
    ],
    invited: { email: "ines.caron@rivage-logiciels.example", name: "Inès Caron", role: "member" },
    renters: [
      {
        uid: "cycles-du-canal",
        company: {
          company_name: "Les Cycles du Canal",
          first_name: "Camille",
          last_name: "Lefèvre",
          email: "camille.lefevre@cycles-du-canal.example",
          phone_number: "+33142000101",
          address: "18 quai de Valmy",
          zipcode: "75010",
          city: "PARIS-10EME-ARRONDISSEMENT",
          country: "FR",
        },
      },
      {
        uid: "fete-et-chantier",
        company: {
          company_name: "Fête et Chantier",
          first_name: "Julien",
          last_name: "Moreau",
          email: "julien.moreau@fete-et-chantier.example",
          phone_number: "+33478000102",
          address: "42 cours Gambetta",
          zipcode: "69003",
          city: "LYON-3EME-ARRONDISSEMENT",
          country: "FR",
        },
        contractTypes: ["LCD", "LMD"],
        productTypes: ["event", "small-tools", "high-tech"],
      },
      {
        uid: "glisse-des-alpes",
        company: {
          company_name: "Glisse des Alpes",
          first_name: "Maëlle",
          last_name: "Perrin",
          email: "maelle.perrin@glisse-des-alpes.example",
          phone_number: "+33450000103",
          address: "7 rue du Docteur Paccard",
          zipcode: "74400",
          city: "CHAMONIX-MONT-BLANC",
          country: "FR",
        },
        contractTypes: ["LCD"],
        productTypes: ["wintersports", "sports"],
      },
    ],
  },
  {
    opened: [],
    settings: { name: "Mistral Gestion", features: [], requestsPerMinute },
    users: [
      { email: "nadia.benali@mistral-gestion.example", name: "Nadia Benali", role: "owner" },
      { email: "theo.rousset@mistral-gestion.example", name: "Théo Rousset", role: "member" },
      { email: "samir.haddad@mistral-gestion.example", name: "Samir Haddad", role: "developer" },
    ],
    invited: { email: "lea.fabre@mistral-gestion.example", name: "Léa Fabre", role: "member" },
    renters: [
      {
        uid: "velos-de-la-joliette",
        company: {
          company_name: "Vélos de la Joliette",
          first_name: "Inès",
          last_name: "Garnier",
          email: "ines.garnier@velos-de-la-joliette.example",
          phone_number: "+33491000201",
          address: "5 place de la Joliette",
          zipcode: "13002",
          city: "MARSEILLE-2EME-ARRONDISSEMENT",
          country: "FR",
        },
      },
      {
        uid: "nautique-du-lagon",
        company: {
          company_name: "Nautique du Lagon",
          first_name: "Thibault",
          last_name: "Hoarau",
          email: "thibault.hoarau@nautique-du-lagon.example",
          phone_number: "+262262000202",
          address: "12 rue des Navigateurs",
          zipcode: "97434",
          city: "SAINT-PAUL",
          country: "RE",
        },
        contractTypes: ["LCD", "LMD"],
        productTypes: ["watersports", "bike"],
      },
    ],
  },
];

interface DemoProductData {
  product_type: ProductType;
  title: string;
  description?: string;
  data: { product_subtype: string; brand: string; model: string };
  purchased_date?: string;
  value_excl: number;
}

/** The catalogue of both partners in both environments. */
export const demoProducts: readonly DemoProductData[] = [
  {
    product_type: "bike",
    title: "Vélo électrique de ville",
    description: "Cadre ouvert, batterie de 500 Wh.",
    data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" },
    purchased_date: "2026-03-02T00:00:00.000Z",
    value_excl: 2490,
  },
  {
    product_type: "bike",
    title: "Vélo de randonnée",
    data: { product_subtype: "standard", brand: "Gitane", model: "Salsa" },
    value_excl: 749.9,
  },
  {
    product_type: "bike",
    title: "Vélo cargo familial",
    description: "Caisse avant pour trois enfants.",
    data: { product_subtype: "cargo", brand: "Douze Cycles", model: "G4e" },
    value_excl: 5690,
  },
  {
    product_type: "high-tech",
    title: "Appareil photo hybride",
    data: { product_subtype: "camera", brand: "Sony", model: "Alpha 7 IV" },
    value_excl: 2165.83,
  },
  {
    product_type: "high-tech",
    title: "Ordinateur portable",
    data: { product_subtype: "computer", brand: "Apple", model: "MacBook Air 15" },
    value_excl: 1332.5,
  },
  {
    product_type: "watersports",
    title: "Paddle gonflable",
    data: { product_subtype: "paddle", brand: "Itiwit", model: "X100 10 pieds" },
    value_excl: 249.17,
  },
  {
    product_type: "wintersports",
    title: "Skis de piste",
    data: { product_subtype: "ski", brand: "Rossignol", model: "React 6" },
    value_excl: 416.58,
  },
  {
    product_type: "event",
    title: "Tente de réception",
    description: "6 × 12 m, pour quatre-vingts convives.",
    data: { product_subtype: "tent", brand: "Vitabri", model: "V3 Pro" },
    value_excl: 6800,
  },
  {
    product_type: "small-tools",
    title: "Perforateur burineur",
    data: { product_subtype: "electric-diy-tools", brand: "Bosch", model: "GBH 2-28 F" },
    value_excl: 289,
  },
  {
    product_type: "sports",
    title: "Demi-série de golf",
    data: { product_subtype: "golf", brand: "Inesis", model: "500" },
    value_excl: 333.33,
  },
];
