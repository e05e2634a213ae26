import * as events from "#lib/developer/events/endpoints.ts";
import * as sandbox from "#lib/developer/sandbox/endpoints.ts";
import * as claimLinks from "#lib/insurance/claim-links/endpoints.ts";
import * as claimDocuments from "#lib/insurance/claims/endpoints-documents.ts";
import * as claims from "#lib/insurance/claims/endpoints.ts";
import * as contracts from "#lib/insurance/contracts/endpoints.ts";
import * as geo from "#lib/insurance/geo/endpoints.ts";
import * as products from "#lib/insurance/products/endpoints.ts";
import * as renewals from "#lib/insurance/renewals/endpoints.ts";
import * as renters from "#lib/insurance/renters/endpoints.ts";
import * as statements from "#lib/insurance/statements/endpoints.ts";
import type { Endpoint, Method } from "#lib/platform/wire/endpoint.ts";

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
