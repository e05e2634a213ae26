import { noBarrels } from "#lint/no-barrels.ts";
import { tester } from "#lint/tester.ts";

const message = /^A file of re-exports gives every name a second home.*import each name from the file that declares it\.$/;
const refused = (code: string) => ({ code, filename: "index.ts", errors: [message] });

tester.run("no-barrels", noBarrels, {
  valid: [
    { code: 'import { read } from "#lib/contracts/read.ts"; export const contracts = { read };', filename: "contracts.ts" },
    { code: 'import "#app/globals.css";', filename: "styles.ts" },
  ],
  invalid: [
    refused('export * from "#lib/contracts/read.ts";'),
    refused('export { read } from "#lib/contracts/read.ts"; export type { Contract } from "#lib/contracts/contract.ts";'),
    refused('import { read } from "#lib/contracts/read.ts"; export { read };'),
  ],
});
