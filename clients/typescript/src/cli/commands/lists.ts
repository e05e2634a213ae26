import { Option } from "commander";
import type { Command } from "commander";
import { recipes } from "../../generated/recipes.ts";
import type { AutomaticRenewal, ClaimStatusFilter, ClaimSummary, Contract, EventType } from "../../generated/schema.ts";
import { Claims } from "../../resources/claims.ts";
import { Contracts } from "../../resources/contracts.ts";
import { Events } from "../../resources/events.ts";
import type { LoggedEvent } from "../../resources/events.ts";
import { Renewals } from "../../resources/renewals.ts";
import { Renters } from "../../resources/renters-and-geo.ts";
import { CommandProblem } from "../problem.ts";
import { openSession } from "../session.ts";
import type { GlobalOptions, Session } from "../session.ts";
import { note, sayJson, sayTable } from "../terminal.ts";
import type { Cell } from "../terminal.ts";
import { limitOption, minute } from "../values.ts";
import { addClaimLinks } from "./claim-links.ts";

type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;
interface ListOptions extends GlobalOptions {
  limit: number;
  renter?: string;
  status?: ClaimStatusFilter;
  type?: EventType[];
  subject?: string;
}

const statuses = ["draft", "submitted", "cancelled"] as const satisfies readonly ClaimStatusFilter[];

const contractColumns: Columns<Contract> = {
  CID: ({ cid }) => cid,
  TYPE: ({ contract_type: type }) => type,
  STATUS: ({ status }) => status,
  START: ({ start_date: start }) => minute(start),
  END: ({ end_date: end }) => minute(end),
  PRICE: ({ price }) => price.toFixed(2),
  PRODUCTS: ({ products }) => Object.keys(products).length,
};

const claimColumns: Columns<ClaimSummary> = {
  ID: ({ id }) => id,
  CLAIM: ({ claimId }) => claimId,
  STATUS: ({ status }) => status,
  TYPE: ({ subtype }) => subtype,
  HAPPENED: ({ claimAt }) => minute(claimAt),
  CONTRACT: ({ contractId }) => contractId,
};

const eventColumns: Columns<LoggedEvent> = {
  ID: ({ id }) => id,
  HAPPENED: ({ created_date: at }) => minute(at),
  EVENT: ({ event_type: type }) => type,
  SUBJECT: ({ subject }) => subject,
};

const renewalColumns: Columns<AutomaticRenewal> = {
  ARID: ({ arid }) => arid,
  SCHEDULED: ({ renewal_scheduled_for: at }) => minute(at),
  MONTHS: ({ duration_months: months }) => months,
  STATE: ({ applied, rejected }) => (applied ? "applied" : rejected ? "rejected" : "scheduled"),
  NEXT: ({ next_cid: next }) => next,
};

export function addLists(program: Command): void {
  const contracts = program.command("contracts").description("list the contracts of a renter, newest first");
  contracts.addOption(limitOption()).option("-r, --renter <uid>", "the renter; may be left out where the key has one");
  list<Contract>(contracts, contractColumns, async (session, { renter, limit }) =>
    new Contracts(session.connection).list({ uid: renter ?? (await findOnlyRenter(session)), limit }).take(limit),
  );
  get(contracts, ["cid"], ({ connection }, cid) => new Contracts(connection).get(cid));

  const claims = program.command("claims").description("list claims, newest first");
  claims.addOption(limitOption()).option("-r, --renter <uid>", "only those of a renter");
  claims.addOption(new Option("-s, --status <status>", "only drafts, those submitted, or those cancelled").choices(statuses));
  list<ClaimSummary>(claims, claimColumns, ({ connection }, { renter, status, limit }) => {
    const filters = { ...(renter !== undefined && { userId: renter }), ...(status !== undefined && { status }) };
    return new Claims(connection).list({ ...filters, limit }).take(limit);
  });
  get(claims, ["id"], ({ connection }, id) => new Claims(connection).get(id));
  addClaimLinks(claims);

  const events = program.command("events").description("list events, newest first");
  events.addOption(limitOption()).option("--subject <id>", "only those of a contract, renewal or claim");
  events.addOption(new Option("-t, --type <event...>", "only those of these types").choices(Object.keys(recipes)));
  list<LoggedEvent>(events, eventColumns, ({ connection }, { type, subject, limit }) => {
    const filters = { ...(type !== undefined && { event_type: type }), ...(subject !== undefined && { subject }) };
    return new Events(connection).list({ ...filters, limit: Math.min(100, limit) }).take(limit);
  });
  get(events, ["id"], ({ connection }, id) => new Events(connection).get(id));

  const renewals = program.command("renewals").description("list the automatic renewals of a contract");
  renewals.argument("<cid>", "the contract");
  list<AutomaticRenewal>(renewals, renewalColumns, ({ connection }, _options, cid) => new Renewals(connection).list(cid));
  get(renewals, ["cid", "arid"], ({ connection }, cid, arid = "") => new Renewals(connection).get(cid, arid));
}

/** Makes a command print a table, or JSON. */
function list<Item>(
  parent: Command,
  columns: Columns<Item>,
  load: (session: Session, options: ListOptions, subject: string) => Promise<Item[]>,
): void {
  parent.action(async (...received: unknown[]) => {
    const command = received.at(-1) as Command;
    const options = command.optsWithGlobals<ListOptions>();
    const items = await load(await openSession(options), options, String(received[0]));
    if (options.json) sayJson(items);
    else if (items.length === 0) note("There are none.");
    else sayItems(columns, items);
  });
}

function sayItems<Item>(columns: Columns<Item>, items: readonly Item[]): void {
  const rows = items.map((item) => Object.values(columns).map((read) => read(item)));
  sayTable(Object.keys(columns), rows);
}

/** Adds the command `get`, which prints one item as the API has it. */
function get(
  parent: Command,
  names: readonly [string, ...string[]],
  load: (session: Session, ...ids: [string, ...string[]]) => Promise<unknown>,
): void {
  const command = parent.command("get").description("print one as JSON");
  for (const name of names) command.argument(`<${name}>`);
  command.action(async (...received: unknown[]) => {
    const ids = received.slice(0, names.length) as [string, ...string[]];
    sayJson(await load(await openSession(command.optsWithGlobals<GlobalOptions>()), ...ids));
  });
}

async function findOnlyRenter({ connection }: Session): Promise<string> {
  const [only, ...others] = await new Renters(connection).list();
  if (only === undefined) {
    throw new CommandProblem("no renter is attached to this key", "Attach one: `covergate api POST renters -f renter_id=…`.");
  }
  if (others.length === 0) return only;
  throw new CommandProblem("this key has several renters", `Name one with --renter: ${[only, ...others.slice(0, 9)].join(", ")}.`);
}
