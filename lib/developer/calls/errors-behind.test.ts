import { describe, expect, test } from "vitest";
import { errorsBehind } from "#lib/developer/calls/errors-behind.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";

const answer = (message: string) => JSON.stringify({ status: "error", message });

describe("the catalogue entries of a refused call", () => {
  test("are found for every error that an endpoint may answer", () => {
    for (const endpoint of endpoints) {
      for (const name of [...endpoint.errors, ...pipelineErrorsOf(endpoint)]) {
        const { code, status, meaning } = errorCatalogue[name];
        expect(errorsBehind({ endpoint: endpoint.id, status, errorCode: code, responseBody: answer(meaning) })).toContain(name);
        expect(errorsBehind({ endpoint: endpoint.id, status, errorCode: code, responseBody: null }).length).toBeLessThanOrEqual(2);
      }
    }
  });

  test("are told apart by the message where two share a code", () => {
    const limited = { endpoint: "createContract", status: 429, errorCode: 99888 };
    expect(errorsBehind({ ...limited, responseBody: null }).toSorted()).toEqual(["OPEN_CONTRACTS_LIMIT", "RATE_LIMITED"]);
    expect(errorsBehind({ ...limited, responseBody: answer("too many requests") })).toEqual(["RATE_LIMITED"]);
    expect(errorsBehind({ ...limited, responseBody: answer("the limit of open contracts is reached") })).toEqual(["OPEN_CONTRACTS_LIMIT"]);
  });

  test("belong to the side of the endpoint", () => {
    expect(errorsBehind({ endpoint: "addRenter", status: 400, errorCode: 2001, responseBody: null })).toEqual(["RENTER_UNKNOWN"]);
    expect(errorsBehind({ endpoint: null, status: 404, errorCode: 404, responseBody: null })).toEqual(["UNKNOWN_PATH"]);
    expect(errorsBehind({ endpoint: "retrieveContract", status: 405, errorCode: 405, responseBody: null })).toEqual(["METHOD_NOT_ALLOWED"]);
  });

  test("are empty for a successful call or an unknown code", () => {
    expect(errorsBehind({ endpoint: "retrieveContract", status: 200, errorCode: null, responseBody: "{}" })).toEqual([]);
    expect(errorsBehind({ endpoint: "retrieveContract", status: 400, errorCode: 424242, responseBody: null })).toEqual([]);
    expect(errorsBehind({ endpoint: "gone", status: 400, errorCode: 1051, responseBody: null })).toEqual(["CONTRACT_NOT_FOUND"]);
  });
});
