import * as claimLinks from "#lib/claim-links/endpoints.ts";
import * as claimDocuments from "#lib/claims/endpoints-documents.ts";
import * as claims from "#lib/claims/endpoints.ts";
import * as contracts from "#lib/contracts/endpoints.ts";
import * as events from "#lib/events/endpoints.ts";
import * as geo from "#lib/geo/endpoints.ts";
import type { Endpoint, Method } from "#lib/platform/wire/endpoint.ts";
import * as products from "#lib/products/endpoints.ts";
import * as renewals from "#lib/renewals/endpoints.ts";
import * as renters from "#lib/renters/endpoints.ts";
import * as sandbox from "#lib/sandbox/endpoints.ts";
import * as statements from "#lib/statements/endpoints.ts";

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export const endpoints: readonly Endpoint[] = [
  contracts,
  renewals,
  geo,
  products,
  renters,
  events,
  claims,
  claimDocuments,
  claimLinks,
  statements,
  sandbox,
]
  .flatMap((noun) => Object.values<Endpoint>(noun))
  .toSorted((a, b) => a.path.localeCompare(b.path) || methods.indexOf(a.method) - methods.indexOf(b.method));
