import { apiAddress } from "#components/docs/samples/api-address.ts";
import { asCurl } from "#lib/developer/calls/rules/as-curl.ts";
import { firstContract } from "#lib/developer/overview/read.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { listRenters } from "#lib/insurance/renters/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

/** The first requests of an integration, for a terminal; the key is read from `$COVERGATE_API_KEY`. */
export interface FirstRequests {
  call: string;
  preview: string;
  contract: string;
}

/** Requests in which `renter` stands for the renter that insures. */
export function makeFirstRequests(renter: string, now: Date): FirstRequests {
  // A line for each field: short enough to be read, and pasted as it is.
  const fields = Object.entries(firstContract(renter, now)).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const requestBody = `{\n${fields.join(",\n")}\n}`;
  return {
    call: write(listRenters, "", null),
    preview: write(createContract, "preview=true", requestBody),
    contract: write(createContract, "", requestBody),
  };
}

function write({ method, path }: Endpoint, query: string, requestBody: string | null): string {
  return asCurl({ method, path, query, requestBody }, apiAddress());
}
