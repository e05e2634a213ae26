import { NextResponse } from "next/server";
import type { NextRequest } from "next/server";
import { checkRequestLine } from "#lib/api/admission.ts";
import { pageHeaders } from "#lib/api/security-headers.ts";
import { env } from "#lib/platform/env.ts";

/** Request headers for the pages; a caller's headers of these names are replaced. */
const nonceHeader = "x-nonce";
const targetHeader = "x-target";

const isSecure = env.BASE_URL?.startsWith("https://") === true;
const isDevelopment = env.NODE_ENV === "development";

/** Uploaded files that a page shows in a frame; their response has its own, stricter policy (lib/api/file.ts). */
const framedFiles = /^\/api\/portal\/support\/claims\/documents\/[^/]+$/;

/**
 * Adds security headers to everything that Next serves, except the public API and claim links, which have their own. Scripts need the
 * request's nonce; inline styles are allowed, since React's style attributes and the chart and dialog libraries need them.
 */
export function proxy(request: NextRequest): NextResponse {
  // PostgreSQL texts cannot contain a NUL, and no page has such an address.
  if (request.url.includes("%00")) return withPageHeaders(new NextResponse("The address has a %00 in it.", { status: 400 }));
  const inadmissible = checkRequestLine(request.method, request.nextUrl.pathname);
  if (inadmissible !== undefined) {
    const { message, allow } = inadmissible;
    return withPageHeaders(
      new NextResponse(message, { status: allow === undefined ? 400 : 405, headers: allow === undefined ? {} : { allow } }),
    );
  }
  if (framedFiles.test(request.nextUrl.pathname)) {
    const framed = withPageHeaders(NextResponse.next());
    framed.headers.set("x-frame-options", "SAMEORIGIN");
    return framed;
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set(targetHeader, request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return withPageHeaders(response);
}

function withPageHeaders(response: NextResponse): NextResponse {
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    // React's development build evaluates source maps.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

// Next buffers the body of a request that passes here, and waits for its end. Procedures, sign-in and /mcp limit their own, so that requests
// with a body go to them directly.
export const config = {
  matcher: [
    "/((?!v2(?:/|$)|claim(?:/|$)|api/|mcp(?:/|$)|_next/static|favicon.ico$).*)",
    {
      source: "/((?:api/(?!inngest)|mcp(?:/|$)).*)",
      missing: [
        { type: "header", key: "content-length" },
        { type: "header", key: "transfer-encoding" },
      ],
    },
  ],
};
