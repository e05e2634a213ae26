import type { z } from "zod";
import { procedures } from "#lib/rpc/router.ts";

interface Procedure {
  _def: { type: "query" | "mutation"; meta?: { audience: string }; inputs: z.ZodType[] };
}

/** The procedures of portal and console by their path, such as `console.audit.list`. */
// tRPC keeps them in one flat record, which its types give as the nested routers.
export const everyProcedure = procedures._def.procedures as unknown as Readonly<Record<string, Procedure>>;
