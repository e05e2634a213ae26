import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/platform/i18n/request.ts",
  // The sentences are parsed when the project is built, and no parser is sent to the browser.
  experimental: { messages: { path: "./lib/platform/i18n/messages", locales: "infer", format: "json", precompile: true } },
});

export default withNextIntl({
  poweredByHeader: false,
  // The optimizer fetches what an address names, and nothing needs it.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Types are a step of `npm test`; a build that checked them again would need packages that only development has.
  typescript: { ignoreBuildErrors: true },
  // A path with a slash at its end is answered, not redirected: clients of an API lose their body or their key on the way.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    "pino",
    "postgres",
    "@node-rs/argon2",
    "rate-limiter-flexible",
    "flydrive",
    "file-type",
    "@fastify/busboy",
    "prom-client",
  ],
  experimental: {
    // forbidden() answers 403 with app/forbidden.tsx.
    authInterrupts: true,
    // A newcomer waits for the first build. A cache of 250 MB would serve a second one only. Source maps, joined modules and a server's
    // code without spaces take a quarter of the time, and nobody waits for them later.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    turbopackScopeHoisting: false,
    turbopackMinify: { server: false, client: true },
  },
  // Each page of the documentation as Markdown, too.
  rewrites: async () => [
    { source: "/docs.md", destination: "/docs/markdown/index" },
    { source: "/docs/:path(.+)\\.md", destination: "/docs/markdown/:path" },
  ],
  // Renewals were a chapter of their own.
  redirects: async () => [{ source: "/docs/reference/renewals", destination: "/docs/reference/contracts", permanent: true }],
  headers: async () => [{ source: "/_next/static/:path*", headers: [{ key: "x-content-type-options", value: "nosniff" }] }],
} satisfies NextConfig);
