import * as document from "#app/v2/claims/[id]/documents/[documentId]/route.ts";
import * as documents from "#app/v2/claims/[id]/documents/route.ts";
import * as claimLink from "#app/v2/claims/[id]/links/[linkId]/route.ts";
import * as claimLinks from "#app/v2/claims/[id]/links/route.ts";
import * as claim from "#app/v2/claims/[id]/route.ts";
import * as submit from "#app/v2/claims/[id]/submit/route.ts";
import * as claims from "#app/v2/claims/route.ts";
import * as renewal from "#app/v2/contracts/[contractId]/automaticRenewal/[arid]/route.ts";
import * as currentRenewal from "#app/v2/contracts/[contractId]/automaticRenewal/current/route.ts";
import * as renewalSettings from "#app/v2/contracts/[contractId]/automaticRenewal/route.ts";
import * as renewals from "#app/v2/contracts/[contractId]/automaticRenewals/route.ts";
import * as contractClaimLink from "#app/v2/contracts/[contractId]/claimLinks/[linkId]/route.ts";
import * as contractClaimLinks from "#app/v2/contracts/[contractId]/claimLinks/route.ts";
import * as contractProducts from "#app/v2/contracts/[contractId]/products/route.ts";
import * as contract from "#app/v2/contracts/[contractId]/route.ts";
import * as bulkRenewals from "#app/v2/contracts/action/automaticRenewals/route.ts";
import * as contracts from "#app/v2/contracts/route.ts";
import * as event from "#app/v2/events/[eventId]/route.ts";
import * as events from "#app/v2/events/route.ts";
import * as citiesOfCountry from "#app/v2/geo/getCitiesByZipCode/[zipcodeOrCountry]/[zipcode]/route.ts";
import * as cities from "#app/v2/geo/getCitiesByZipCode/[zipcodeOrCountry]/route.ts";
import * as citySuggestions from "#app/v2/geo/getCitiesSuggestions/[country]/[zipcode]/route.ts";
import * as product from "#app/v2/products/[productId]/route.ts";
import * as products from "#app/v2/products/route.ts";
import * as renter from "#app/v2/renters/[renterId]/route.ts";
import * as renters from "#app/v2/renters/route.ts";
import * as move from "#app/v2/sandbox/claims/[id]/[move]/route.ts";
import * as scenario from "#app/v2/sandbox/claims/[id]/scenario/route.ts";
import * as clock from "#app/v2/sandbox/clock/route.ts";
import * as reopening from "#app/v2/sandbox/contracts/[contractId]/reopen/route.ts";
import * as reset from "#app/v2/sandbox/reset/route.ts";
import * as statement from "#app/v2/statements/[month]/route.ts";
import * as statements from "#app/v2/statements/route.ts";
import type { Handler } from "#lib/api/handle.ts";
import type { Send } from "#lib/developer/recipes/run-step.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

/** The routes that recipes and documentation examples can call; fixed paths come before those with parameters. */
const routes = [
  contracts,
  bulkRenewals,
  contract,
  currentRenewal,
  renewals,
  contractProducts,
  renewalSettings,
  renewal,
  claims,
  claim,
  submit,
  documents,
  document,
  claimLinks,
  claimLink,
  contractClaimLinks,
  contractClaimLink,
  scenario,
  move,
  clock,
  reset,
  events,
  event,
  products,
  product,
  renters,
  renter,
  cities,
  citiesOfCountry,
  citySuggestions,
  statements,
  statement,
  reopening,
];

const handlers = routes
  .flatMap((route) => Object.values(route))
  .flatMap((handler) => {
    if (!("endpoint" in handler)) return [];
    const { endpoint } = handler as Handler;
    return [{ handler: handler as Handler, method: endpoint.method, pattern: patternOf(endpoint.path) }];
  });

/** Turns `/contracts/{contractId}` into an expression that captures the parameters. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

/** Answers a request to the public API within this process, with the handlers that both doors serve. */
export const answerRequest: Send = async ({ method, path, body }, sender) => {
  const { key, address, source, actor, headers, hangUp } = sender;
  const url = new URL(ownAddress(`/v2${path}`));
  const route = handlers.find((each) => each.method === method && each.pattern.test(path.replace(/\?.*$/, "")));
  if (route === undefined) throw new Error(`no handler answers ${method} ${path}`);
  const request = new Request(url, {
    method,
    headers: { "user-agent": "Covergate portal", ...headers, key, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(hangUp && { signal: hangUp }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const params = route.pattern.exec(url.pathname.slice("/v2".length))?.groups ?? {};
  const decoded = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  const response = await route.handler(request, { params: decoded, ip: address, source, ...(actor && { sentFor: actor }) });
  return { status: response.status, text: await response.text(), executionId: response.headers.get("x-execution-id") ?? "" };
};
