import type { BrowserDetails } from "#lib/account/users/contexts.ts";
import { clientAddress } from "#lib/api/request.ts";
import { env } from "#lib/platform/env.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export function readRequestDetails(headers: Headers): BrowserDetails {
  return {
    now: currentTime(),
    address: clientAddress(headers),
    userAgent: headers.get("user-agent") ?? "",
    origin: originOf(headers),
  };
}

/** Without BASE_URL the page's origin, which isFromOurPage has compared with ours. */
function originOf(headers: Headers): string {
  const asked = env.BASE_URL ?? headers.get("origin");
  return asked !== null && URL.canParse(asked) ? new URL(asked).origin : `http://${headers.get("host") ?? "localhost"}`;
}
