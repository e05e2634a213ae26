import { importDirection } from "#lint/import-direction.ts";
import { sampleAt, tester } from "#lint/tester.ts";

const refused = (path: string, code: string, message: RegExp) => ({ ...sampleAt(path, code), errors: [message] });

tester.run("import-direction", importDirection, {
  valid: [
    sampleAt("app/v2/contracts/route.ts", 'import { create } from "#lib/contracts/create.ts"; import { route } from "#lib/http/route.ts";'),
    sampleAt("app/v2/openapi.json/route.ts", 'import { publishedDocument } from "#lib/openapi/published.ts";'),
    sampleAt("app/page.tsx", 'import Link from "next/link"; import { list } from "#lib/contracts/list.ts";'),
    sampleAt("inngest/functions/deliver.ts", 'import { deliver } from "#lib/webhooks/deliver.ts";'),
    sampleAt("lib/http/identify.ts", 'import { findKey } from "#lib/keys/find.ts";'),
    sampleAt(
      "lib/contracts/create.ts",
      'import { and } from "drizzle-orm"; import { db } from "#db/client.ts"; import { decide } from "#lib/contracts/rules/creation.ts";',
    ),
    sampleAt("lib/contracts/list.ts", 'import type { listContracts } from "#lib/contracts/endpoints.ts";'),
    sampleAt(
      "lib/contracts/rules/amend.ts",
      'import { isDeepStrictEqual } from "node:util"; import { ApiError } from "#lib/errors.ts"; import type { World } from "#lib/context.ts";',
    ),
    sampleAt(
      "lib/contracts/rules/amend.ts",
      'import { type World, type Actor } from "#lib/context.ts"; type Other = import("#lib/context.ts").Actor;',
    ),
    sampleAt(
      "lib/contracts/rules/amend.test.ts",
      'import fc from "fast-check"; import { create } from "#lib/contracts/create.ts"; import { covers } from "#lib/tariffs/arbitrary.ts";',
    ),
    sampleAt("lib/tariffs/arbitrary.ts", 'import fc from "fast-check"; import { contractTypes } from "#lib/catalogue.ts";'),
    sampleAt("lib/contracts/requests-changes.ts", 'import { z } from "zod"; import { text } from "#lib/contracts/requests.ts";'),
    sampleAt("lib/contracts/contract.ts", 'import type { Company } from "#lib/contracts/schema.ts";'),
    sampleAt("lib/contracts/errors.ts", 'import type { ErrorEntry } from "#lib/error-entry.ts";'),
    sampleAt(
      "db/schema/contracts.ts",
      'import { pgTable } from "drizzle-orm/pg-core"; import type { Company } from "#lib/contracts/schema.ts";',
    ),
    sampleAt("db/seed/demo.ts", 'import { create } from "#lib/partners/create.ts";'),
    sampleAt("server.ts", 'import next from "next"; const { mountApi } = await import("#lib/http/mount.ts");'),
  ],
  invalid: [
    refused(
      "app/v2/contracts/route.ts",
      'import { sql } from "#db/client.ts";',
      /^A route file may not import the database \(db\/client\.ts\)\. .*Do in the verb/,
    ),
    refused(
      "app/v2/contracts/route.ts",
      'import { headers } from "next/headers";',
      /^A route file may not import next\/headers\. server\.ts serves the API without Next.*pass data/,
    ),
    refused(
      "lib/http/parse.ts",
      'import { listContracts } from "#lib/contracts/endpoints.ts";',
      /^The request pipeline may not import a declaration of endpoints.*its verb/,
    ),
    refused(
      "lib/contracts/create.ts",
      'import { handle } from "#lib/http/handle.ts";',
      /^A verb may not import the request pipeline \(lib\/http\/handle\.ts\)\. .*Leave the request to lib\/http/,
    ),
    refused("lib/contracts/create.ts", 'export { page } from "#app/page.tsx";', /^A verb may not import an entry/),
    refused("lib/contracts/create.ts", 'import "server-only";', /^A verb may not import server-only/),
    refused(
      "lib/contracts/list.ts",
      'import { listContracts } from "#lib/contracts/endpoints.ts";',
      /^A verb may import only types from a declaration of endpoints .*: write `import type`/,
    ),
    refused(
      "lib/contracts/rules/amend.ts",
      'import { read } from "#lib/contracts/read.ts";',
      /^A rule may not import a verb \(lib\/contracts\/read\.ts\)\. .*Let the verb load it and pass it in\.$/,
    ),
    refused("lib/contracts/rules/amend.ts", 'import type { Transaction } from "#db/client.ts";', /^A rule may not import the database/),
    refused(
      "lib/contracts/rules/amend.ts",
      'import { env } from "#lib/env.ts";',
      /^A rule may not import the settings, the log or the identifiers/,
    ),
    refused("lib/contracts/rules/amend.ts", 'import { readFileSync } from "node:fs";', /^A rule may not import node:fs/),
    refused(
      "lib/contracts/rules/amend.ts",
      'import { World } from "#lib/context.ts";',
      /^A rule may import only types from the context of a call/,
    ),
    refused(
      "lib/contracts/rules/amend.ts",
      'import { covers } from "#lib/tariffs/arbitrary.ts";',
      /^A rule may not import an arbitrary of the tests/,
    ),
    refused("lib/contracts/rules/amend.ts", 'const read = () => import("#lib/contracts/read.ts");', /^A rule may not import a verb/),
    refused(
      "lib/contracts/schema.ts",
      'export * from "#lib/contracts/rules/period.ts";',
      /^A schema may not import a rule .*Put meaning into rules\//,
    ),
    refused("lib/contracts/schema.ts", 'type Row = import("#db/schema/contracts.ts").Row;', /^A schema may not import a table/),
    refused(
      "lib/contracts/contract.ts",
      'import { company } from "#lib/contracts/schema.ts";',
      /^The noun of a folder may import only types from a schema/,
    ),
    refused(
      "lib/contracts/errors.ts",
      'import { contractTypes } from "#lib/catalogue.ts";',
      /^A slice of the error catalogue may not import the vocabulary .*import ErrorEntry alone\.$/,
    ),
    refused(
      "lib/contracts/endpoints.ts",
      'import { create } from "#lib/contracts/create.ts";',
      /^A declaration of endpoints may not import a verb .*The route file binds the verb\.$/,
    ),
    refused("lib/dates.ts", 'import { period } from "#lib/contracts/rules/period.ts";', /^The vocabulary may not import a rule/),
    refused("lib/ids.ts", 'import { sql } from "#db/client.ts";', /^The settings, the log or the identifiers may not import the database/),
    refused(
      "db/schema/contracts.ts",
      'import { company } from "#lib/contracts/schema.ts";',
      /^A table may import only types from a schema/,
    ),
    refused("db/geo/load.ts", 'import { findCities } from "#lib/geo/find.ts";', /^The database may not import a verb/),
    refused(
      "lib/contracts/create.ts",
      'import fc from "fast-check";',
      /^A verb may not import fast-check\. What runs must not need what tests it/,
    ),
    refused("scripts/start.ts", 'import { covers } from "#e2e/api/client.ts";', /^An entry may not import a test/),
  ],
});
