import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#db/embedded/free-port.ts";
import type { Running } from "#server/lifecycle.ts";

const root = join(import.meta.dirname, "../..");
const host = "127.0.0.1";

/** Starts a server of this repository in its own process on a free port; returns its address once it is ready. */
export async function startServer(...options: Parameters<typeof startProcess>): Promise<string> {
  return (await startProcess(...options)).url;
}

/** The same, with the process. */
export async function startProcess(
  running: Running,
  environment: Record<string, string>,
  args: (port: number) => string[],
): Promise<{ url: string; pid: number }> {
  const port = await findFreePort(host);
  const child = spawn(process.execPath, args(port), {
    cwd: root,
    env: { ...environment, NODE_ENV: "production", HOST: host, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  running.onStop(async () => {
    // Like Ctrl-C: no proxy needs a drain.
    child.kill("SIGINT");
    await ended;
  });
  const url = `http://${host}:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${args(port).join(" ")} ended before it was ready`);
    await pause(50);
  }
  if (child.pid === undefined) throw new Error("the server has no process");
  return { url, pid: child.pid };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}

type Methods = Record<string, (argument: never) => unknown>;

interface Call {
  id: number;
  method: string;
  argument: unknown;
}

type Reply = { id: number; result: unknown } | { id: number; error: string };

export interface Worker<Of extends Methods> {
  call<Name extends keyof Of & string>(method: Name, argument: Parameters<Of[Name]>[0]): Promise<Awaited<ReturnType<Of[Name]>>>;
}

export function serveCalls(methods: Methods): void {
  process.on("message", ({ id, method, argument }: Call) => {
    const answer = async () => (methods[method] as (argument: unknown) => unknown)(argument);
    answer().then(
      (result) => process.send?.({ id, result } satisfies Reply),
      (error: unknown) =>
        process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply),
    );
  });
  // The parent is gone.
  process.on("disconnect", () => process.exit(0));
}

export function startWorker<Of extends Methods>(running: Running, file: string, environment: Record<string, string>): Worker<Of> {
  const child = fork(join(import.meta.dirname, file), {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...environment, NODE_ENV: "production" },
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  running.onStop(async () => {
    if (child.connected) child.disconnect();
    await ended;
  });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  child.on("message", (reply: Reply) => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply) call?.reject(new Error(`${file}: ${reply.error}`));
    else call?.resolve(reply.result);
  });
  child.on("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`));
  });
  let calls = 0;
  return {
    call(method, argument) {
      const id = (calls += 1);
      return new Promise<never>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
        child.send({ id, method, argument } satisfies Call);
      });
    },
  };
}
