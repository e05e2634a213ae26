import { read as readPortfolio } from "#lib/developer/portfolio/read.ts";
import { monthOf, monthsBefore } from "#lib/insurance/statements/rules/months.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";
import { open } from "#scripts/bench/load.ts";
import type { LargeAndSmall } from "#scripts/load/beside.ts";
import { firstRenter } from "#scripts/load/contracts.ts";
import type { Owner, Visitor } from "#scripts/load/partner.ts";
import { contractOf } from "#scripts/load/subjects.ts";

export interface Read {
  group: string;
  name: string;
  /** Answers rows, or an object with them. */
  ask: () => Promise<unknown>;
}

/** The address of a procedure, as a page of the portal or the console asks for it. */
export function addressOf(path: string, input: object): string {
  const named = path.startsWith("console") ? input : { environment: "production", ...input };
  return `/api/portal/trpc/${path}?${new URLSearchParams({ input: JSON.stringify(named) })}`;
}

export function askAs({ url, cookie }: Visitor, path: string, input: object): Read["ask"] {
  return async () => ((await read(url + addressOf(path, input), { cookie })) as { result?: { data: unknown } }).result?.data;
}

/** The answer, which after the deadline is an error without rows. */
async function read(...asked: Parameters<typeof open>): Promise<unknown> {
  const { status, text } = await open(...asked);
  if (status !== 200 && status !== 503) throw new Error(`${asked[0]} answers ${status}: ${text}`);
  return JSON.parse(text);
}

/** Lists by frequent, rare and absent values, recent and old times, and their charts. */
export function listsOf(owner: Owner, { few, waiting }: LargeAndSmall["large"]["webhooks"], now: Date): Read[] {
  const back = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const day = { from: back(20).toISOString(), to: back(19).toISOString() };
  const often = contractOf(owner.world.id, 0);
  const rare = { errorCode: ["1342"], method: ["PATCH"], endpoint: ["updateContract"] };
  const filters: [list: string, name: string, input: object][] = [
    ["calls", "no filter", {}],
    ["calls", "20 days back", { before: cursorAt(back(20), "exec_0") }],
    ["calls", "status 418, which none had", { status: ["418"] }],
    ["calls", "4xx and 5xx", { status: ["4xx", "5xx"] }],
    ["calls", "an endpoint", { endpoint: ["retrieveContract"] }],
    ["calls", "rare errors, back up from 28 days", { ...rare, after: cursorAt(back(28), "exec_0") }],
    ["calls", "a contract called about all day", { search: often }],
    ["calls", "that contract and 4xx", { search: often, status: ["4xx"] }],
    ["calls", "everything at once", { ...day, ...rare, status: ["4xx"], search: often }],
    ["deliveries", "a quiet webhook, failed", { webhookId: few, status: "failed" }],
    ["deliveries", "a disabled webhook", { webhookId: waiting }],
    ["deliveries", "a day, response 418", { ...day, response: "418" }],
    ["deliveries", "a contract that much happens to", { search: often }],
    ["deliveries", "that contract, failed", { search: often, status: "failed" }],
    ["events", "no filter", {}],
    ["events", "a kind that none had", { eventType: ["v2.claim.closed"] }],
    ["contracts", "no filter", {}],
    ["contracts", "of a renter, closed", { renter: firstRenter, status: ["closed"] }],
    ["contracts", "LCD, which none is", { type: ["LCD"] }],
    ["claims", "no filter", {}],
    ["claims", "in progress", { status: ["in_progress"] }],
  ];
  const charted = filters.filter(([list, , input]) => !["contracts", "claims"].includes(list) && !("before" in input || "after" in input));
  return [
    ...filters.map(([list, name, input]) => ({ group: list, name, ask: askAs(owner, `${list}.list`, { limit: 50, ...input }) })),
    ...charted.map(([list, name, input]) => ({ group: "charts", name: `${list}, ${name}`, ask: askAs(owner, `${list}.summary`, input) })),
  ];
}

/** These reads took longer, the more a world had. */
export function growingOf(owner: Owner, now: Date): Read[] {
  const call = (path: string) => () => read(owner.url + path, { key: owner.key });
  const asks: Record<string, Read["ask"]> = {
    "`events.kinds`": askAs(owner, "events.kinds", {}),
    "`GET /v2/statements`": call("/v2/statements"),
    "`statements.list`": askAs(owner, "statements.list", {}),
    "`statements.verify`": askAs(owner, "statements.verify", { month: monthsBefore(monthOf(now), 2) }),
    "`deliveries.countMatching`": askAs(owner, "deliveries.countMatching", {}),
    "the first `overview.portfolio`": () => readPortfolio({ world: owner.world, now }),
    "`calls.errors` of 30 days": askAs(owner, "calls.errors", { range: "30d" }),
    "`GET /v2/products` without a limit": call("/v2/products"),
  };
  return Object.entries(asks).map(([name, ask]) => ({ group: "grows", name, ask }));
}

/** Sixty searches: twelve texts in five places, which are their groups. */
export function searchesOf(texts: LargeAndSmall["texts"], [large, small, staff]: readonly [Visitor, Visitor, Visitor]): Read[] {
  const { id, marking, reference, email, last, first } = texts;
  const rare = [id, marking, reference, email, last];
  const others = [first, "moustache", "fleet", "xyzzy", "BC-ZZZZZZZZ", `${last} ${first}`, "moustache model"];
  const places: Record<string, (typed: string) => Read["ask"]> = {
    "the list of contracts": (search) => askAs(large, "contracts.list", { search }),
    "the list of calls": (search) => askAs(large, "calls.list", { search }),
    "the palette": (term) => askAs(large, "search.find", { term }),
    "the palette of the small partner": (term) => askAs(small, "search.find", { term }),
    "the console, over all partners": (term) => askAs(staff, "console.lookUp.search", { term }),
  };
  return Object.entries(places).flatMap(([group, ask]) => [...rare, ...others].map((name) => ({ group, name, ask: ask(name) })));
}
