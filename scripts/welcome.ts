import type { DemoFile } from "#db/seed/demo-file.ts";
import { currentTime } from "#lib/clock.ts";
import type { StartedDemo } from "#scripts/prepare.ts";

/** The words for somebody who has just started Covergate: where it is, who may sign in, and a first request. */
export function welcome(url: string, started: StartedDemo | undefined): string {
  if (started === undefined) return `Covergate is ready: ${url}`;
  const { demo, isFirst, file } = started;
  // What a terminal or a log keeps of passwords is kept once.
  const people = isFirst ? listPeople(demo) : [`Who may sign in, and with which passwords, is in ${file}.`];
  return [`Covergate is ready: ${url}`, ...people, ...writeRequest(url, demo)].join("\n\n");
}

function listPeople({ partners, staff }: DemoFile): string[] {
  const people = [...partners.flatMap(({ users }) => users), ...staff];
  if (people.length === 0) return [];
  return [`Sign in as\n${people.map(({ email, password, role }) => `  ${email}  ${password}  (${role})`).join("\n")}`];
}

/** The price of a bike for a day, of the first demo partner's first renter. */
function writeRequest(url: string, { partners: [partner] }: DemoFile): string[] {
  const bike = partner?.products.development.find(({ product_type }) => product_type === "bike");
  if (partner === undefined || bike === undefined) return [];
  const contract = {
    uid: partner.renters[0],
    contract_type: "LCD",
    end_date: new Date(currentTime().getTime() + 86_400_000).toISOString(),
    options: ["break", "theft"],
    products: [{ product_id: bike.product_id, data: { product_marked: "FR-1" } }],
  };
  return [
    `A first request, the price of insuring a bike for a day:\n  curl '${url}/v2/contracts?preview=true' -H 'key: ${partner.developmentKey}' -H 'content-type: application/json' -d '${JSON.stringify(contract)}'\n`,
  ];
}
