import { clientCall, literal } from "#components/docs/samples/client-calls.ts";
import type { ClientCall } from "#components/docs/samples/client-calls.ts";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

/** An operation's example as curl sends it to the API at `address`, and as the client libraries call it. */
export function referenceSample(
  endpoint: Pick<Endpoint, "id" | "method" | "path" | "success">,
  example: Example,
  address: string,
): RequestSample {
  const { curl } = sampleRequest(endpoint, example, address);
  const { typescript, php, python } = callSample(endpoint, example);
  return {
    curl,
    typescript: `import { Covergate } from "@covergate/client";

const covergate = new Covergate(); // with the key of COVERGATE_API_KEY
${typescript}
`,
    php: `<?php

require 'vendor/autoload.php';

$covergate = new Covergate\\Client(); // with the key of COVERGATE_API_KEY
${php}
`,
    python: `from covergate import Covergate

covergate = Covergate()  # with the key of COVERGATE_API_KEY
${python}
`,
  };
}

/** An operation's example as the client libraries call it, with `covergate` for the client. */
export function callSample({ id }: Pick<Endpoint, "id">, example: Example): Omit<RequestSample, "curl"> {
  return inLanguages(clientCall(id, example));
}

/** A call in each library, with lists and objects of at most `length` signs on one line. */
export function inLanguages(call: ClientCall, length?: number): Omit<RequestSample, "curl"> {
  return { typescript: inTypescript(call, length), php: inPhp(call, length), python: inPython(call, length) };
}

function inTypescript({ method, given: args, filters, options, result, isLoop, take }: ClientCall, length?: number): string {
  const named = filters ?? options;
  const parts = [...args, ...(Object.keys(named).length === 0 ? [] : [named])].map((value) => literal(value, "typescript", length));
  const taken = take === undefined ? "" : `.take(${take})`;
  const call = `covergate.${method}(${parts.join(", ")})${taken}`;
  if (isLoop) return `for await (const ${result} of ${call}) {\n  console.log(${result});\n}`;
  return keep(
    result,
    (name) => `const ${name} = `,
    `await ${call};`,
    (name) => `console.log(${name});`,
  );
}

function inPhp({ method, given: args, filters, options, result, isLoop, take }: ClientCall, length?: number): string {
  const parts = [
    ...[...args, ...(filters === undefined || Object.keys(filters).length === 0 ? [] : [filters])].map((value) =>
      literal(value, "php", length),
    ),
    ...Object.entries(options).map(([name, value]) => `${name}: ${literal(value, "php", length)}`),
  ];
  const taken = take === undefined ? "" : `->take(${take})`;
  const call = `$covergate->${method.replaceAll(".", "->")}(${parts.join(", ")})${taken}`;
  if (isLoop) return `foreach (${call} as $${result}) {\n    print_r($${result});\n}`;
  return keep(
    result,
    (name) => `$${name} = `,
    `${call};`,
    (name) => `print_r($${name});`,
  );
}

function inPython({ method, given: args, filters, options, result, isLoop, take }: ClientCall, length?: number): string {
  const parts = [
    ...args.map((value) => literal(value, "python", length)),
    ...Object.entries({ ...filters, ...options }).map(([name, value]) => `${snakeCase(name)}=${literal(value, "python", length)}`),
  ];
  const taken = take === undefined ? "" : `.take(${take})`;
  const call = `covergate.${snakeCase(method)}(${parts.join(", ")})${taken}`;
  if (isLoop) return `for ${result} in ${call}:\n    print(${result})`;
  return keep(
    result,
    (name) => `${name} = `,
    call,
    (name) => `print(${name})`,
  );
}

/** The call alone, or with its result assigned and printed. */
function keep(result: string | undefined, assign: (name: string) => string, call: string, print: (name: string) => string): string {
  return result === undefined ? call : `${assign(result)}${call}\n${print(result)}`;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
