import type { IncomingMessage, ServerResponse } from "node:http";
import { pageHeaders } from "#lib/api/security-headers.ts";
import { chooseLanguage, languageCookie } from "#lib/platform/i18n/locales.ts";
import en from "#lib/platform/i18n/messages/en/unavailable.json" with { type: "json" };
import fr from "#lib/platform/i18n/messages/fr/unavailable.json" with { type: "json" };
import { currentTime } from "#lib/platform/time/clock.ts";

/** Why a page is not served: the build is not done or has failed, or the caller's address is above a limit. */
export type Unavailable = { state: "building"; since: Date } | { state: "failed"; reason: string } | { state: "busy"; retryAfter: number };

const buildSeconds = 3;

/** The page contains all its styles, and the policy forbids anything else. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers in the place of the pages and of their procedures: 503, or 429 above a limit. It says when to ask again. */
export function answerUnavailable(request: IncomingMessage, response: ServerResponse, reason: Unavailable): void {
  const isJson = request.url?.startsWith("/api/") === true;
  response.writeHead(reason.state === "busy" ? 429 : 503, {
    ...pageHeaders,
    "cache-control": "no-store",
    "retry-after": String(secondsUntilRetry(reason)),
    "content-security-policy": policy,
    "content-type": isJson ? "application/json" : "text/html; charset=utf-8",
    vary: "accept-language, cookie",
  });
  response.end(isJson ? JSON.stringify({ error: failures[reason.state] }) : writePage(request, reason));
}

function secondsUntilRetry(reason: Unavailable): number {
  return reason.state === "busy" ? reason.retryAfter : buildSeconds;
}

/** The same shape as an error before any procedure (lib/api/portal/portal-file.ts). */
const failures: Record<Unavailable["state"], { message: string; key: string }> = {
  building: { message: "the pages are being built", key: "unavailable" },
  failed: { message: "the pages could not be built", key: "unavailable" },
  busy: { message: "too many requests from this address", key: "tooManyRequests" },
};

function writePage({ headers }: IncomingMessage, reason: Unavailable): string {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(headers.cookie ?? "")?.[1];
  const language = chooseLanguage(chosen, headers["accept-language"] ?? null);
  const { title, text } = { en, fr }[language][reason.state];
  const seconds = reason.state === "building" ? Math.round((currentTime().getTime() - reason.since.getTime()) / 1000) : 0;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${reason.state === "failed" ? "" : `<meta http-equiv="refresh" content="${secondsUntilRetry(reason)}">`}
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
<path fill="currentColor" d="M2.5 21V11.5a9.5 9.5 0 0 1 19 0V21h-4.25v-9.5a5.25 5.25 0 0 0-10.5 0V21Z"/>
<path fill="oklch(0.8 0.135 80)" d="M9.75 21v-9.25a2.25 2.25 0 0 1 4.5 0V21Z"/>
</svg>
<h1>${title}</h1>
<p>${text.replace("{seconds}", String(seconds))}</p>
${reason.state === "failed" ? `<pre tabindex="0">${escape(reason.reason)}</pre>` : ""}
</main>
</body>
</html>
`;
}

/** The colours of app/globals.css, which comes with the build. */
const style = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; grid-template-columns: minmax(0, 44rem); place-content: center; font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(oklch(0.235 0.022 225), oklch(0.94 0.006 210)); background: light-dark(oklch(0.982 0.003 205), oklch(0.176 0.012 226)) }
main { padding: 2rem 1.5rem }
svg { color: light-dark(oklch(0.39 0.068 217), oklch(0.81 0.075 203)) }
h1 { margin: 1rem 0 0.5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em }
p { margin: 0; max-width: 36rem; color: light-dark(oklch(0.485 0.02 222), oklch(0.725 0.016 216)) }
pre { margin: 1.5rem 0 0; padding: 1rem; max-height: 24rem; overflow: auto; border-radius: 0.5rem; font-size: 0.8125rem;
  background: light-dark(oklch(0.95 0.007 212), oklch(0.247 0.014 226)) }
`;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
