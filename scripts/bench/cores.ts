import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** How the machine is divided while servers are measured. */
export interface Cores {
  /** What the command of a server begins with. */
  forServer: string[];
  /** Lets all that has been moved aside run everywhere again. */
  share(): void;
  /** Who has what, as a sentence. */
  described: string;
}

/**
 * Keeps a core for the servers that are measured, of which one works at a time, and moves this process and all that it has started
 * to the others: Postgres and the load, which production has elsewhere, then take none of a server's time. Without Linux' `taskset`, or
 * with a single core, all share what there is.
 */
export function divideCores(): Cores {
  const all = process.platform === "linux" ? coresOf(process.pid) : [];
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) {
    return { forServer: [], share: () => undefined, described: "Servers, Postgres and the load share all cores." };
  }
  move(others);
  return {
    forServer: ["taskset", "--cpu-list", String(first)],
    share: () => move(all),
    described: `The server has a core to itself; Postgres and the load have the other${others.length === 1 ? "" : "s"}.`,
  };
}

/** The cores that a process may run on; none where the system does not tell. */
function coresOf(pid: number): number[] {
  const told = spawnSync("taskset", ["--cpu-list", "--pid", String(pid)], { encoding: "utf8" });
  // Such as "pid 7's current affinity list: 0-3,6".
  const list = told.status === 0 ? (told.stdout.trim().split(": ").at(-1) ?? "") : "";
  return list.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    if (first === undefined || last === undefined || range === "") return [];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function move(cores: readonly number[]): void {
  for (const pid of withDescendants(process.pid)) {
    const { status, stderr } = spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores.join(","), String(pid)], {
      encoding: "utf8",
    });
    // One that has ended meanwhile needs none.
    if (status !== 0 && existsSync(`/proc/${pid}`)) throw new Error(`process ${pid} cannot be moved: ${stderr}`);
  }
}

function withDescendants(pid: number): number[] {
  const parents = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [[Number(name), parentOf(name)] as const] : []));
  const descend = (parent: number): number[] => [parent, ...parents.filter(([, of]) => of === parent).flatMap(([child]) => descend(child))];
  return descend(pid);
}

function parentOf(pid: string): number | undefined {
  try {
    // The name before it may have anything in it.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    // It has ended.
    return undefined;
  }
}
