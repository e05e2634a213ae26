import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signatureSamples } from "#components/docs/samples/guide-samples.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";

const secret = `whsec_${Buffer.from("a key of twenty-four byte").toString("base64")}`;
const old = `whsec_${Buffer.from("the key before the last one").toString("base64")}`;
const body = '{"event_type":"v2.claim.closed","data":{"city":"Saint-Étienne 🚲"}}';
const id = "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const timestamp = timestampOf(new Date());

function request({ at = timestamp, by = [secret], received = body } = {}) {
  const headers = signatureHeaders({ id, timestamp: at }, signatureOf({ id, timestamp: at, body }, by));
  return { headers, body: received };
}
const dated = (given: string): Pick<ReturnType<typeof request>, "headers"> => ({
  headers: { ...request().headers, "webhook-timestamp": given },
});
const cases = [
  { name: "signed", isRight: true, ...request() },
  { name: "signed with both secrets of a rotation", isRight: true, ...request({ by: [old, secret] }) },
  { name: "signed with another secret", isRight: false, ...request({ by: [old] }) },
  { name: "with another body", isRight: false, ...request({ received: `${body}\n` }) },
  { name: "of the end of time", isRight: false, ...request(), ...dated("9".repeat(400)) },
  { name: "of an hour ago", isRight: false, ...request({ at: timestamp - 3600 }) },
];

/** How each sample is run over the cases, which are in cases.json; the shell's knows no time limit. */
const runs = {
  typescript: {
    file: "verify.mts",
    command: process.execPath,
    rest: `\nimport { readFileSync } from "node:fs";\nconst { secret, cases } = JSON.parse(readFileSync("cases.json", "utf8"));\nconsole.log(JSON.stringify(cases.map((each: any) => isFromCovergate(each.headers, each.body, secret))));\n`,
  },
  php: {
    file: "verify.php",
    command: "php",
    rest: `\n$given = json_decode(file_get_contents('cases.json'), true);\necho json_encode(array_map(fn ($each) => is_from_covergate($each['headers'], $each['body'], $given['secret']), $given['cases']));\n`,
  },
  python: {
    file: "verify.py",
    command: "python3",
    rest: `\n\nimport json\n\ngiven = json.load(open("cases.json", encoding="utf-8"))\nprint(json.dumps([is_from_covergate(each["headers"], each["body"].encode(), given["secret"]) for each in given["cases"]]))\n`,
  },
} as const;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "covergate-signatures-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const isMissing = (command: string) => spawnSync(command, ["--version"]).error !== undefined;

describe("the guide's verification in", () => {
  describe.each(Object.entries(runs))("%s", (language, { file, command, rest }) => {
    const verify = (given: { secret: string; cases: object[] }) => {
      const sample = signatureSamples[language as keyof typeof runs];
      writeFileSync(join(directory, "cases.json"), JSON.stringify(given));
      writeFileSync(join(directory, file), (language === "php" ? "<?php\n" : "") + sample + rest);
      const { stdout, stderr } = spawnSync(command, [file], { cwd: directory, encoding: "utf8" });
      return { stderr, accepted: JSON.parse(stdout || "null") as unknown };
    };

    test.skipIf(isMissing(command))("accepts signed requests and no others", () => {
      expect(verify({ secret, cases })).toEqual({ stderr: "", accepted: cases.map(({ isRight }) => isRight) });
    });

    test.skipIf(isMissing(command)).each(["", "whsec_"])("accepts nothing where the secret is %j", (unset) => {
      const forged = createHmac("sha256", "").update(`${id}.${timestamp}.${body}`).digest("base64");
      const headers = { ...request().headers, "webhook-signature": `v1,${forged}` };
      expect(verify({ secret: unset, cases: [{ headers, body }] })).toEqual({ stderr: "", accepted: [false] });
    });
  });

  test.skipIf(isMissing("php"))("PHP knows the headers as PHP-FPM spells them", () => {
    const [{ headers, body: received } = expect.fail()] = cases;
    const spelt = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase()), value]),
    );
    const rest = `echo json_encode(is_from_covergate(...json_decode($argv[1], true)));`;
    const args = ["-r", signatureSamples.php + rest, JSON.stringify([spelt, received, secret])];
    expect(spawnSync(runs.php.command, args, { encoding: "utf8" }).stdout).toBe("true");
  });

  test.skipIf(isMissing("openssl"))("the shell sample accepts signed requests and no others", () => {
    const verify = (signature: string, received: string, used = secret) => {
      writeFileSync(join(directory, "body.json"), received);
      const given = `COVERGATE_WEBHOOK_SECRET=${used} ID=${id} TIMESTAMP=${timestamp} SIGNATURE='${signature}'`;
      const { stdout } = spawnSync("sh", ["-c", `${given}\n${signatureSamples.curl}`], { cwd: directory, encoding: "utf8" });
      return stdout.trim() === "true";
    };
    const accepted = cases.slice(0, 4).map(({ headers, body: received }) => verify(headers["webhook-signature"] ?? "", received));
    expect(verify("v1,", body, "")).toBe(false);
    expect(accepted).toEqual(cases.slice(0, 4).map(({ isRight }) => isRight));
  });
});

test.each(cases.map((each) => [each.name, each] as const))(
  "the Standard Webhooks library gives the same verdict on a request %s",
  (_name, each) => {
    const verify = () => new Webhook(secret).verify(each.body, each.headers);
    if (each.isRight) expect(verify()).toEqual(JSON.parse(body));
    else expect(verify).toThrow(/signature|timestamp/i);
  },
);
