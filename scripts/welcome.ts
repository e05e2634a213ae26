import type { DemoFile, DemoPerson } from "#demo/demo-file.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import type { StartedDemo } from "#scripts/prepare.ts";

/** The message after the first start of Covergate. */
interface Start {
  url: string;
  /** The demo users with their passwords: printed once, since terminals and logs keep them. */
  people?: DemoPerson[];
  /** The file that describes all demo data. */
  demo?: string;
  /** A first request to try. */
  request?: string;
  /** The page of the installation's e-mails, if it keeps them. */
  mailbox?: string;
}

/** Describes a start: the address, the demo users, and a first request. */
export function describeStart(url: string, started: StartedDemo | undefined, mailboxPath?: string): Start {
  const mailbox = mailboxPath === undefined ? {} : { mailbox: url + mailboxPath };
  if (started === undefined) return { url, ...mailbox };
  const { demo, isFirst, file } = started;
  const request = writeRequest(url, demo);
  return { url, ...(isFirst && { people: listPeople(demo) }), demo: file, ...(request !== undefined && { request }), ...mailbox };
}

/** The description as text. */
export function welcome(address: string, started: StartedDemo | undefined, mailboxPath?: string): string {
  const { url, people, demo, request, mailbox } = describeStart(address, started, mailboxPath);
  const lines = people?.map(({ email, password, role }) => `  ${email}  ${password}  (${role})`);
  return [
    `Covergate is ready: ${url}`,
    ...(lines === undefined || lines.length === 0 ? [] : [`Sign in as\n${lines.join("\n")}`]),
    ...(lines === undefined && demo !== undefined ? [`Who may sign in, and with which passwords, is in ${demo}.`] : []),
    ...(mailbox === undefined ? [] : [`E-mails are kept for seven days, and are read at\n  ${mailbox}`]),
    ...(request === undefined ? [] : [`A first request, the price of insuring a bike for a day:\n  ${request}\n`]),
  ].join("\n\n");
}

function listPeople({ partners, staff }: DemoFile): DemoPerson[] {
  return [...partners.flatMap(({ users }) => users), ...staff];
}

/** A request for the price of a bike for a day, for the first demo partner's first renter. */
function writeRequest(url: string, { partners: [partner] }: DemoFile): string | undefined {
  const bike = partner?.products.development.find(({ product_type }) => product_type === "bike");
  if (partner === undefined || bike === undefined) return undefined;
  const contract = {
    uid: partner.renters[0],
    contract_type: "LCD",
    end_date: new Date(currentTime().getTime() + 86_400_000).toISOString(),
    options: ["break", "theft"],
    products: [{ product_id: bike.product_id, data: { product_marked: "FR-1" } }],
  };
  return `curl '${url}/v2/contracts?preview=true' -H 'key: ${partner.developmentKey}' -H 'content-type: application/json' -d '${JSON.stringify(contract)}'`;
}
