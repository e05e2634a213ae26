import { sql } from "#db/client.ts";
import {
  acceptAll,
  acceptFirst,
  cancelWith,
  fall,
  insuredOf,
  location,
  move,
  settle,
  submitClaim,
  takeOver,
  theft,
  uploadMandatory,
} from "#demo/claim-steps.ts";
import type { Step, Story } from "#demo/claim-steps.ts";
import type { ApiContext, OperatorContext } from "#lib/account/worlds/context.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Brand, model and value in euros. */
type Bike = readonly [string, string, number];

/** A claim in each state, with its age and its steps. */
const stories: readonly {
  marked: string;
  user: string;
  bike: Bike;
  happened: typeof fall | typeof theft;
  daysAgo: number;
  steps: readonly Step[];
}[] = [
  { marked: "DEMO-201", user: "Élise Bertin", bike: ["Moustache", "Lundi 27", 2490], happened: fall, daysAgo: 1, steps: [] },
  {
    marked: "DEMO-202",
    user: "Hugo Lemaire",
    bike: ["Gitane", "G-Life", 1390],
    happened: theft,
    daysAgo: 2,
    steps: [uploadMandatory, submitClaim],
  },
  {
    marked: "DEMO-203",
    user: "Nora Benali",
    bike: ["Douze Cycles", "G4e", 5600],
    happened: fall,
    daysAgo: 5,
    steps: [uploadMandatory, submitClaim, takeOver, acceptFirst],
  },
  {
    marked: "DEMO-204",
    user: "Louis Faure",
    bike: ["Giant", "Explore E+", 2100],
    happened: theft,
    daysAgo: 8,
    steps: [
      uploadMandatory,
      submitClaim,
      takeOver,
      move({ move: "requestDocument", type: "Facture d'achat du vélo", category: "expected" }),
    ],
  },
  {
    marked: "DEMO-205",
    user: "Inès Carpentier",
    bike: ["Moustache", "Lundi 27", 2490],
    happened: fall,
    daysAgo: 14,
    steps: [
      uploadMandatory,
      submitClaim,
      takeOver,
      acceptAll,
      move({ move: "approveRefund", amountCents: 18_640 }),
      settle("executePayment", "approved"),
    ],
  },
  {
    marked: "DEMO-206",
    user: "Paul Girard",
    bike: ["Gitane", "G-Life", 1390],
    happened: fall,
    daysAgo: 12,
    steps: [
      uploadMandatory,
      submitClaim,
      takeOver,
      move({ move: "rejectClaim", reason: "Les dommages sont antérieurs au contrat : ils figurent sur l'état des lieux de départ." }),
    ],
  },
  {
    marked: "DEMO-207",
    user: "Jade Moreau",
    bike: ["Douze Cycles", "G4e", 5600],
    happened: theft,
    daysAgo: 10,
    steps: [uploadMandatory, submitClaim, takeOver, cancelWith("Le vélo a été retrouvé.")],
  },
  {
    marked: "DEMO-208",
    user: "Samir Haddad",
    bike: ["Giant", "Explore E+", 2100],
    happened: fall,
    daysAgo: 6,
    steps: [cancelWith("Déclaré deux fois par erreur.")],
  },
];

/**
 * Insures demo bikes of a renter and declares a claim in every state on them, with valid files. Existing claims stay, so that the next
 * start completes an interrupted one.
 */
export async function seedClaims(partner: ApiContext, staff: OperatorContext, uid: string): Promise<void> {
  const insured = (await findInsured(partner)) ?? (await insureBikes(partner, uid));
  const declared = await sql<{ marked: string }[]>`
    select product ->> 'productMarked' as marked from claims where world_id = ${partner.world.id}`;
  for (const { marked, user, happened, daysAgo, steps } of stories) {
    const cpid = insured.cpids.get(marked);
    if (cpid === undefined || declared.some((claim) => claim.marked === marked)) continue;
    const began = staff.now.getTime() - daysAgo * dayMs;
    const at = (step: number): Story["partner"] & OperatorContext => {
      const now = new Date(began + step * 4 * hourMs);
      return { ...partner, ...staff, now };
    };
    const { id } = await create(
      { ...partner, now: at(0).now },
      {
        ...happened,
        questions: { ...happened.questions },
        userId: uid,
        contractId: insured.cid,
        contractProductId: cpid,
        claimAt: new Date(began - 2 * hourMs).toISOString(),
        insured: insuredOf(user),
        location,
      },
    );
    for (const [index, step] of steps.entries()) {
      const { now } = at(index + 1);
      await step({ id, partner: { ...partner, now }, staff: { ...staff, now } });
    }
  }
}

interface InsuredBikes {
  cid: string;
  /** The contract products by the marking of the bike. */
  cpids: Map<string, string>;
}

async function findInsured({ world }: ApiContext): Promise<InsuredBikes | undefined> {
  const marks = stories.map(({ marked }) => marked);
  const rows = await sql<{ cid: string; cpid: string; marked: string }[]>`
    select c.cid, p.cpid, p.data ->> 'product_marked' as marked from contracts c join contract_products p on p.cid = c.cid
    where c.world_id = ${world.id} and p.data ->> 'product_marked' = any(${marks}::text[])`;
  const [first] = rows;
  return first === undefined ? undefined : { cid: first.cid, cpids: new Map(rows.map(({ cpid, marked }) => [marked, cpid])) };
}

async function insureBikes(partner: ApiContext, uid: string): Promise<InsuredBikes> {
  const start = new Date(partner.now.getTime() - 20 * dayMs);
  await createContract(
    { ...partner, now: start },
    {
      uid,
      contract_type: "LMD",
      start_date: start.toISOString(),
      end_date: new Date(start.getTime() + 89 * dayMs).toISOString(),
      options: ["break", "theft"],
      products: stories.map(({ marked, user, bike: [brand, model, value] }) => ({
        ...{ product_type: "bike", product_subtype: "electric", value_excl: value, brand, model },
        data: { product_marked: marked, user_name: user },
      })),
    },
    { preview: false },
  );
  const insured = await findInsured(partner);
  if (insured === undefined) throw new Error("the demo bikes were not insured");
  return insured;
}
