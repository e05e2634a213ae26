import { createTRPCClient, httpLink } from "@trpc/client";
import type { TRPCClient } from "@trpc/client";
import type { APIRequestContext } from "playwright/test";
import { transformer } from "#lib/platform/time/dates.ts";
import type { Procedures } from "#lib/rpc/router.ts";

/** Returns the address of a procedure: `procedureAddress("keys.list", { environment })`. The input of a mutation is in its body. */
export function procedureAddress(path: string, input?: unknown): string {
  const query = input === undefined ? "" : `?${new URLSearchParams({ input: JSON.stringify(input) })}`;
  return `/api/portal/trpc/${path}${query}`;
}

/** The procedures as the pages of `url` call them, with a session's cookie. */
export function proceduresWith(url: string, cookie: string): TRPCClient<Procedures> {
  return createTRPCClient<Procedures>({
    links: [httpLink({ url: `${url}${procedureAddress("")}`, transformer, headers: { cookie, origin: url } })],
  });
}

/** The procedures as the signed-in user of `request` calls them. */
export function proceduresOf(request: APIRequestContext, url: string): TRPCClient<Procedures> {
  return createTRPCClient<Procedures>({
    links: [
      httpLink({
        url: `${url}${procedureAddress("")}`,
        transformer,
        fetch: async (address, init) => {
          const { method = "GET", body } = init ?? {};
          const headers = { origin: url, "content-type": "application/json" };
          const answer = await request.fetch(address as string, { method, headers, ...(typeof body === "string" && { data: body }) });
          return new Response(await answer.text(), { status: answer.status(), headers: answer.headers() });
        },
      }),
    ],
  });
}
