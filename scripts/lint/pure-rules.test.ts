import { pureRules } from "#scripts/lint/pure-rules.ts";
import { tester } from "#scripts/lint/tester.ts";

const outside = /^A rule touches nothing outside it.*let the verb act on it\.$/;
const clock = /^A rule has no clock.*Take `now: Date` as a parameter/;
const chance = /^A rule answers the same to the same question\. Let the verb draw/;
const wait = /^A rule does not wait.*Let the verb await/;
const memory = /^A rule remembers nothing between two calls.*Make it a const/;
const refused = (code: string, ...errors: RegExp[]) => ({ code, filename: "rule.ts", errors });

tester.run("pure-rules", pureRules, {
  valid: [
    { code: "export function end(now: Date): Date { return new Date(now.getTime() + 1); }", filename: "rule.ts" },
    { code: "export const first: Date = new Date(0), rate = Math.round(1.5), at = Date.parse('2027-01-01');", filename: "rule.ts" },
    {
      code: "export function sum(all: number[]) { let total = 0; for (const each of all) total += each; return total; }",
      filename: "rule.ts",
    },
    { code: "export function tell(console: string, fetch: { process: string }) { return console + fetch.process; }", filename: "rule.ts" },
  ],
  invalid: [
    refused("export const now = () => Date.now();", clock),
    refused("export const now = () => new Date();", clock),
    refused("export const now = () => Date();", clock),
    refused("export const now = () => performance.now();", clock),
    refused("export const draw = () => Math.random();", chance),
    refused("export const draw = () => crypto.randomUUID();", chance),
    refused("export async function load() {}", wait),
    refused("export const load = async () => {};", wait),
    refused("export const rates = await load();", wait),
    refused("export function tell() { console.log(1); }", outside),
    refused("export const port = process.env.PORT;", outside),
    refused("export const load = () => fetch('https://example.com');", outside),
    refused("export const later = () => setTimeout(later, 1);", outside),
    refused("let count = 0; export const next = () => (count += 1);", memory),
    refused("export let last: Date | undefined;", memory),
  ],
});
