import { referenceSample } from "#components/docs/samples/client-samples.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import type { CallDetail } from "#lib/developer/calls/read.ts";
import { asCurl } from "#lib/developer/calls/rules/as-curl.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { asTemplate } from "#lib/platform/log/mask.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

type Call = Pick<CallDetail, "method" | "path" | "query" | "endpoint"> & { requestBody: string | null };

/**
 * A call as code that makes it again: as curl, and where the client libraries have the operation and could send its body, as these do. Hidden
 * values are placeholders, which the API refuses (rules/call-log.md#record-9).
 */
export function samplesOf(
  detail: Omit<Call, "requestBody"> & Pick<CallDetail, "request" | "masked">,
  address: string,
): Partial<Record<SampleLanguage, string>> {
  const { masked, request } = detail;
  const call = {
    ...detail,
    path: asTemplate(detail.path, masked.path),
    query: asTemplate(detail.query, masked.query),
    requestBody: request === null ? null : asTemplate(request.text, masked.request),
  };
  const curl = asCurl({ ...call, path: inAddress(call.path), query: inAddress(call.query) }, new URL(address).origin);
  const endpoint = endpoints.find(({ id }) => id === call.endpoint);
  const example = endpoint === undefined ? undefined : exampleOf(endpoint, call);
  if (endpoint === undefined || example === undefined) return { curl };
  const { typescript, php, python } = referenceSample(endpoint, example, address);
  return { curl, typescript, php, python };
}

/** Characters of placeholders that an address cannot contain. */
function inAddress(text: string): string {
  return text.replaceAll(/[<>]/g, encodeURIComponent);
}

/** Undefined for files, which the log does not hold, and for a body that is no object. */
function exampleOf({ path, body }: Endpoint, call: Call): Example | undefined {
  if (body?.streamed !== undefined) return undefined;
  const params = new RegExp(`^/v2${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(call.path)?.groups ?? {};
  const example = {
    name: "call",
    params: { ...params },
    query: Object.fromEntries(new URLSearchParams(call.query)),
  };
  if (body === undefined) return example;
  const payload = readObject(call.requestBody);
  return payload === undefined ? undefined : { ...example, body: payload };
}

function readObject(text: string | null): object | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
