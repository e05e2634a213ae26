import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Running } from "#scripts/lifecycle.ts";

type Methods = Record<string, (argument: never) => unknown>;

interface Call {
  id: number;
  method: string;
  argument: unknown;
}

type Reply = { id: number; result: unknown } | { id: number; error: string };

/** A process of the benchmark that does what it is asked. */
export interface Worker<Of extends Methods> {
  call<Name extends keyof Of & string>(method: Name, argument: Parameters<Of[Name]>[0]): Promise<Awaited<ReturnType<Of[Name]>>>;
}

/** Answers the calls of the process that started this one. */
export function serveCalls(methods: Methods): void {
  process.on("message", ({ id, method, argument }: Call) => {
    const answer = async () => (methods[method] as (argument: unknown) => unknown)(argument);
    answer().then(
      (result) => process.send?.({ id, result } satisfies Reply),
      (error: unknown) =>
        process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply),
    );
  });
  // Nobody is there to ask for more.
  process.on("disconnect", () => process.exit(0));
}

/** Starts a file of scripts/bench that serves calls. */
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
