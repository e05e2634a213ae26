import { HTTPSnippet } from "@readme/httpsnippet";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

export type RequestSample = Record<SampleLanguage, string>;

/** Placeholder for the key, which each language reads from the environment. */
const keyMark = "$COVERGATE_API_KEY";
/** Placeholder for the key of a write, which each language generates. */
const idempotencyMark = "$IDEMPOTENCY_KEY";

interface Language {
  generator: Parameters<HTTPSnippet["convert"]>;
  /** Replaces literal values of the generator by reading the environment. */
  readKey: readonly (readonly [written: string, meant: string])[];
  makeIdempotencyKey: readonly (readonly [written: string, meant: string])[];
  /** Code that reads the file of a form, where the generator does not. */
  readFile?(code: string, form: Readonly<Record<string, string>>): string;
}

const languages: Record<SampleLanguage, Language> = {
  curl: {
    generator: ["shell", "curl", { short: true }],
    readKey: [[`'key: ${keyMark}'`, `"key: ${keyMark}"`]],
    makeIdempotencyKey: [[`'idempotency-key: ${idempotencyMark}'`, '"idempotency-key: $(head -c 16 /dev/urandom | base64)"']],
  },
  typescript: {
    generator: ["javascript", "fetch"],
    readKey: [[`'${keyMark}'`, "process.env.COVERGATE_API_KEY ?? ''"]],
    makeIdempotencyKey: [[`'${idempotencyMark}'`, "crypto.randomUUID()"]],
    readFile: (code, { file = "" }) =>
      `import { openAsBlob } from 'node:fs';\n\n${code.replace(`'file', '${file}'`, () => `'file', await openAsBlob('${file}'), '${file}'`)}`,
  },
  php: {
    generator: ["php", "curl"],
    readKey: [["<?php\n", `<?php\n\n${keyMark} = getenv('COVERGATE_API_KEY');`]],
    makeIdempotencyKey: [["$curl = curl_init", `${idempotencyMark} = bin2hex(random_bytes(16));\n$curl = curl_init`]],
    readFile: (code, form) => code.replace(/(CURLOPT_POSTFIELDS => ).*/, (_line, option: string) => `${option}${phpForm(form)},`),
  },
  python: {
    generator: ["python", "requests"],
    readKey: [
      [`"${keyMark}"`, 'os.environ["COVERGATE_API_KEY"]'],
      ["import requests", "import os\n\nimport requests"],
    ],
    makeIdempotencyKey: [
      [`"${idempotencyMark}"`, "str(uuid.uuid4())"],
      ["import os\n", "import os\nimport uuid\n"],
    ],
  },
};

/** An operation's example as code that sends it to the API at `address`. */
export function sampleRequest(
  { method, path, success }: Pick<Endpoint, "method" | "path" | "success">,
  { params, query, body, form }: Example,
  address: string,
): RequestSample {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const isRepeatable = isWrite(method) && query?.["preview"] === undefined;
  const snippet = new HTTPSnippet({
    method,
    url: address + filledPath,
    queryString: Object.entries(query ?? {}).map(([name, value]) => ({ name, value })),
    headers: [
      { name: "key", value: keyMark },
      ...(isRepeatable ? [{ name: "idempotency-key", value: idempotencyMark }] : []),
      ...(body === undefined ? [] : [{ name: "content-type", value: "application/json" }]),
    ],
    ...(body !== undefined && { postData: { mimeType: "application/json", text: JSON.stringify(body) } }),
    ...(form && { postData: { mimeType: "multipart/form-data", params: Object.entries(form).map(partOf) } }),
  } as ConstructorParameters<typeof HTTPSnippet>[0]);
  const samples = sampleLanguages.map((name) => {
    const { generator, readKey, makeIdempotencyKey, readFile } = languages[name];
    const [written] = [snippet.convert(...generator)].flat();
    if (typeof written !== "string") throw new Error(`there is no generator for ${name}`);
    const code = form === undefined ? written : withForm(written, form, readFile);
    const sample = [...readKey, ...(isRepeatable ? makeIdempotencyKey : [])].reduce(
      (text, [mark, meant]) => text.replace(mark, () => meant),
      code,
    );
    // A success without a body is not JSON.
    return [name, success.status === 204 ? sample.replace("res.json()", "res.text()") : sample] as const;
  });
  return Object.fromEntries(samples) as RequestSample;
}

/** The HTTP library sets a form's content type, which contains the boundary. */
function withForm(code: string, form: Readonly<Record<string, string>>, readFile: Language["readFile"]): string {
  const own = code.replace(/.*content-type: multipart\/form-data.*\n/, "");
  return readFile === undefined ? own : readFile(own, form);
}

function partOf([name, value]: [string, string]): object {
  return name === "file" ? { name, fileName: value, value: "" } : { name, value };
}

function phpForm(form: Readonly<Record<string, string>>): string {
  const lines = Object.entries(form).map(([name, value]) => {
    const text = JSON.stringify(value);
    return `    "${name}" => ${name === "file" ? `new CURLFile(${text})` : text},\n`;
  });
  return `[\n${lines.join("")}  ]`;
}
