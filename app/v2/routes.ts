import { handle } from "#lib/api/handle.ts";
import type { PathHandler } from "#lib/api/methods.ts";
import { publishedFor } from "#lib/api/openapi/published.ts";
import { publicJson } from "#lib/api/public-json.ts";
import * as events from "#lib/developer/events/endpoints.ts";
import { list as listEvents, read as readEvent } from "#lib/developer/events/list.ts";
import { waitForEvents } from "#lib/developer/events/waiting.ts";
import { readClock, returnClock, shiftClock, startOver } from "#lib/developer/sandbox/clock.ts";
import * as sandbox from "#lib/developer/sandbox/endpoints.ts";
import { playActionOfPath, startScenario } from "#lib/developer/sandbox/play.ts";
import { reopenContract } from "#lib/developer/sandbox/reopen.ts";
import { createForClaim, createForContract } from "#lib/insurance/claim-links/create.ts";
import * as claimLinks from "#lib/insurance/claim-links/endpoints.ts";
import { listOfClaim, listOfContract, revokeOfClaim, revokeOfContract } from "#lib/insurance/claim-links/list.ts";
import { cancel as cancelClaim, submit as submitClaim, update as updateClaim } from "#lib/insurance/claims/change.ts";
import { create as createClaim } from "#lib/insurance/claims/create.ts";
import * as documents from "#lib/insurance/claims/endpoints-documents.ts";
import * as claims from "#lib/insurance/claims/endpoints.ts";
import { list as listClaims } from "#lib/insurance/claims/list.ts";
import { read as readClaim } from "#lib/insurance/claims/read.ts";
import { requirements } from "#lib/insurance/claims/requirements.ts";
import { readDocument, uploadDocuments } from "#lib/insurance/claims/upload.ts";
import { addProducts, amend as amendContract, end as endContract, removeProducts } from "#lib/insurance/contracts/change.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";
import * as contracts from "#lib/insurance/contracts/endpoints.ts";
import { list as listContracts } from "#lib/insurance/contracts/list.ts";
import { read as readContract } from "#lib/insurance/contracts/read.ts";
import * as geo from "#lib/insurance/geo/endpoints.ts";
import { listCities, suggest } from "#lib/insurance/geo/suggest.ts";
import { change as changeProduct, create as createProduct, remove as removeProduct } from "#lib/insurance/products/change.ts";
import * as products from "#lib/insurance/products/endpoints.ts";
import { list as listProducts } from "#lib/insurance/products/list.ts";
import { read as readProduct } from "#lib/insurance/products/read.ts";
import { actOnAll } from "#lib/insurance/renewals/bulk.ts";
import { amend as amendRenewal, configure as configureRenewal } from "#lib/insurance/renewals/configure.ts";
import * as renewals from "#lib/insurance/renewals/endpoints.ts";
import { list as listRenewals } from "#lib/insurance/renewals/list.ts";
import { readCurrent, read as readRenewal } from "#lib/insurance/renewals/read.ts";
import { attach } from "#lib/insurance/renters/attach.ts";
import * as renters from "#lib/insurance/renters/endpoints.ts";
import { list as listRenters } from "#lib/insurance/renters/list.ts";
import { read as readRenter } from "#lib/insurance/renters/read.ts";
import * as statements from "#lib/insurance/statements/endpoints.ts";
import { list as listStatements, readAs } from "#lib/insurance/statements/read.ts";

/** The public API: each endpoint and its verb, in the order of the reference. */
export const routes: readonly PathHandler[] = [
  handle(contracts.listContracts, (ctx, { query }) => listContracts(ctx, query)),
  handle(contracts.createContract, (ctx, { body, query }) => createContract(ctx, body, query)),
  handle(contracts.readContract, (ctx, { params }) => readContract(ctx, params.contractId)),
  handle(contracts.amendContract, (ctx, { params, body, query }) => amendContract(ctx, params.contractId, body, query)),
  handle(contracts.endContract, (ctx, { params, body, query }) => endContract(ctx, params.contractId, body, query)),
  handle(contracts.addContractProducts, (ctx, { params, body, query }) => addProducts(ctx, params.contractId, body, query)),
  handle(contracts.removeContractProducts, (ctx, { params, body, query }) => removeProducts(ctx, params.contractId, body, query)),

  handle(renewals.configureRenewal, (ctx, { params, body }) => configureRenewal(ctx, params.contractId, body)),
  handle(renewals.readRenewal, (ctx, { params }) => readRenewal(ctx, params.contractId, params.arid)),
  handle(renewals.amendRenewal, (ctx, { params, body }) => amendRenewal(ctx, params.contractId, params.arid, body)),
  handle(renewals.readCurrentRenewal, (ctx, { params }) => readCurrent(ctx, params.contractId)),
  handle(renewals.listRenewals, (ctx, { params }) => listRenewals(ctx, params.contractId)),
  handle(renewals.actOnAllRenewals, (ctx, { body }) => actOnAll(ctx, body)),

  handle(products.listProducts, (ctx, { query }) => listProducts(ctx, query)),
  handle(products.createProduct, (ctx, { body }) => createProduct(ctx, body)),
  handle(products.readProduct, (ctx, { params }) => readProduct(ctx, params.productId)),
  handle(products.changeProduct, (ctx, { params, body }) => changeProduct(ctx, params.productId, body)),
  handle(products.deleteProduct, (ctx, { params }) => removeProduct(ctx, params.productId)),

  handle(renters.listRenters, (ctx) => listRenters(ctx)),
  handle(renters.attachRenter, (ctx, { body }) => attach(ctx, body)),
  handle(renters.readRenter, (ctx, { params }) => readRenter(ctx, params.renterId)),

  handle(geo.readCitiesOfCountry, (_ctx, { params }) => listCities(params.country, params.zipcode)),
  handle(geo.readCities, (_ctx, { params }) => listCities("FR", params.zipcode)),
  handle(geo.suggestCities, (_ctx, { params }) => suggest(params.country, params.zipcode)),

  handle(
    events.listEvents,
    (ctx, { query }) => listEvents(ctx, query),
    (ctx, { query }, hangUp) => waitForEvents(ctx, query, hangUp),
  ),
  handle(events.readEvent, (ctx, { params }) => readEvent(ctx, params.eventId)),

  handle(claims.listClaims, (ctx, { query }) => listClaims(ctx, query)),
  handle(claims.createClaim, (ctx, { body }) => createClaim(ctx, body)),
  handle(claims.getClaim, (ctx, { params }) => readClaim(ctx, params.id)),
  handle(claims.updateClaim, (ctx, { params, body }) => updateClaim(ctx, params.id, body)),
  handle(claims.cancelClaim, (ctx, { params, body }) => cancelClaim(ctx, params.id, body)),
  handle(claims.submitClaim, (ctx, { params }) => submitClaim(ctx, params.id)),
  handle(claims.readClaimRequirements, (ctx, { query }) => requirements(ctx, query)),

  handle(documents.getDocument, (ctx, { params }) => readDocument(ctx, params.claimId, params.documentId)),
  handle(documents.uploadDocument, (ctx, { params, query, body }) => uploadDocuments(ctx, params.id, body, query)),
  handle(documents.uploadDocuments, (ctx, { params, query, body }) => uploadDocuments(ctx, params.id, body, query)),

  handle(claimLinks.listClaimLinks, (ctx, { params }) => listOfClaim(ctx, params.id)),
  handle(claimLinks.createClaimLink, (ctx, { params, body }) => createForClaim(ctx, params.id, body)),
  handle(claimLinks.revokeClaimLink, (ctx, { params }) => revokeOfClaim(ctx, params.id, params.linkId)),
  handle(claimLinks.listContractClaimLinks, (ctx, { params }) => listOfContract(ctx, params.contractId)),
  handle(claimLinks.createContractClaimLink, (ctx, { params, body }) => createForContract(ctx, params.contractId, body)),
  handle(claimLinks.revokeContractClaimLink, (ctx, { params }) => revokeOfContract(ctx, params.contractId, params.linkId)),

  handle(statements.listStatements, (ctx) => listStatements(ctx)),
  handle(statements.readStatement, (ctx, { params: { month }, query: { format } }) => readAs(ctx, month, format)),

  handle(sandbox.playSandboxMove, (ctx, { params, body }) => playActionOfPath(ctx, params.id, params.move, body)),
  handle(sandbox.playSandboxScenario, (ctx, { params, body }) => startScenario(ctx, params.id, body.name)),
  handle(sandbox.readSandboxClock, (ctx) => readClock(ctx)),
  handle(sandbox.moveSandboxClock, (ctx, { body }) => shiftClock(ctx, body)),
  handle(sandbox.returnSandboxClock, (ctx) => returnClock(ctx)),
  handle(sandbox.reopenSandboxContract, (ctx, { params, body }) => reopenContract(ctx, params.contractId, body)),
  handle(sandbox.resetSandbox, (ctx, { body }) => startOver(ctx, body)),

  publicJson("/openapi.json", publishedFor),
];
