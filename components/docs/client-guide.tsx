import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { SampleTabs } from "#components/docs/samples/sample-tabs.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { apiVersion as version } from "#lib/platform/wire/endpoint.ts";

const clientLanguages = ["typescript", "php", "python"] as const;
type ByLanguage = Record<(typeof clientLanguages)[number], string>;

/** Reads a sample of `clients/samples`; tests run those files. Next bundles this module, so the path starts at the working directory. */
export function readClientSample(file: string): string {
  return readFileSync(join(/* turbopackIgnore: true */ process.cwd(), "clients/samples", file), "utf8");
}

/** The same program in each language, by its file name in TypeScript and PHP. */
export function clientSamplesOf(name: string): ByLanguage {
  return {
    typescript: readClientSample(`typescript/${name}.ts`),
    php: readClientSample(`php/${name}.php`),
    python: readClientSample(`python/${name.replaceAll("-", "_")}.py`),
  };
}

/** The commands that install the libraries from the address that serves this page. */
export function installLines(address: string = apiAddress()): ByLanguage {
  const clients = new URL("/clients/", address).href;
  // Composer refuses an address without TLS otherwise.
  const insecure = clients.startsWith("http:") ? "composer config secure-http false\n" : "";
  return {
    typescript: `npm install ${clients}covergate-client-${version}.tgz`,
    php: `${insecure}composer config repositories.covergate composer ${clients.slice(0, -1)}\ncomposer require covergate/client`,
    python: `pip install ${clients}covergate-${version}-py3-none-any.whl`,
  };
}

/** Runs the command by the address of its package: its bare name could be anybody's. */
export function commandLine(): string {
  return `npx --yes --package ${new URL("/clients/covergate-client-latest.tgz", apiAddress()).href} covergate login`;
}

export function ClientCommand({ title }: { title: string }) {
  return <Code title={title} code={commandLine()} />;
}

export function ClientInstall({ title }: { title: string }) {
  return <ClientTabs title={title} codes={installLines()} />;
}

export function ClientSamples({ of, title }: { of: string; title: string }) {
  return <ClientTabs title={title} codes={clientSamplesOf(of)} />;
}

export function ClientSample({ file, title }: { file: string; title: string }) {
  return <Code title={title} code={readClientSample(file)} />;
}

function Code({ title, code }: { title: string; code: string }) {
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="font-medium">{title}</figcaption>
      <CodeBlock text={code} what={title}>
        <Highlighted code={code} />
      </CodeBlock>
    </figure>
  );
}

async function ClientTabs({ title, codes }: { title: string; codes: ByLanguage }) {
  const t = await getTranslations("docs.reference");
  const samples = Object.fromEntries(
    clientLanguages.map((language) => [language, <Highlighted key={language} code={codes[language]} />]),
  ) as Record<(typeof clientLanguages)[number], ReactNode>;
  return <SampleTabs title={title} label={t("language")} samples={samples} />;
}
