import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asCurl } from "#lib/developer/calls/rules/as-curl.ts";

const address = "https://api.covergate.example";
const request = { method: "POST", path: "/v2/contracts", query: "", requestBody: '{"uid":"a"}' };

/** Runs the command in a POSIX shell and returns curl's arguments and standard input. */
function paste(command: string): { args: string[]; input: string } {
  const curl = `curl() { printf '%s\\0' "$#" "$@"; case "$*" in *'--data-binary @-'*) cat;; esac; }`;
  const output = execFileSync("sh", ["-c", `${curl}\n${command}`], {
    encoding: "utf8",
    env: { NODE_ENV: "test", COVERGATE_API_KEY: "cg_dev_secret", PATH: "/usr/bin:/bin" },
  });
  const [count = "", ...parts] = output.split("\0");
  return { args: parts.slice(0, Number(count)), input: parts.slice(Number(count)).join("\0") };
}

function bodyOf({ args, input }: ReturnType<typeof paste>): string | undefined {
  if (args.includes("--data-binary")) return input;
  return args.includes("--data-raw") ? args[args.indexOf("--data-raw") + 1] : undefined;
}

describe("a call as curl", () => {
  test("is readable", () => {
    expect(asCurl({ ...request, query: "preview=true" }, address)).toBe(
      [
        "curl 'https://api.covergate.example/v2/contracts?preview=true' \\",
        '  -H "key: $COVERGATE_API_KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  --data-raw '{"uid":"a"}'`,
      ].join("\n"),
    );
  });

  // rules/call-log.md#record-8
  test("takes the key from the environment and adds no headers of its own", () => {
    expect(paste(asCurl({ ...request, method: "PATCH" }, address)).args).toEqual([
      "-X",
      "PATCH",
      `${address}/v2/contracts`,
      "-H",
      "key: cg_dev_secret",
      "-H",
      "content-type: application/json",
      "--data-raw",
      '{"uid":"a"}',
    ]);
    expect(paste(asCurl({ ...request, method: "GET", requestBody: null }, address)).args).toEqual([
      `${address}/v2/contracts`,
      "-H",
      "key: cg_dev_secret",
    ]);
    expect(paste(asCurl({ ...request, method: "HEAD", requestBody: null }, address)).args[0]).toBe("-I");
  });

  test.each([
    ["a quote that ends the text", `'; touch /tmp/owned; echo '`],
    ["a command in it", "$(touch /tmp/owned) `touch /tmp/owned` ${COVERGATE_API_KEY} $COVERGATE_API_KEY"],
    ["a name of a file", "@/etc/passwd"],
    ["backslashes", String.raw`\'; \\ \n \0101 \c stop`],
    ["an exclamation mark", "!! !$"],
    ["line breaks", 'line one\n"two"\n\n'],
    ["what ends a paste in a terminal", "\u001B[201~\rtouch /tmp/owned\r"],
    ["what turns the reading direction", "\u202E\u2066"],
    ["signs of per cent before a control character", "%s %d %n \u0007 % \\"],
    ["letters of every script", "Île de Ré 🚲 \u0085 漢字"],
  ])("sends a body with %s unchanged", (_what, requestBody) => {
    expect(bodyOf(paste(asCurl({ ...request, requestBody }, address)))).toBe(requestBody);
  });

  test("sends any body unchanged, and prints no control characters to a terminal", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        "\\",
        "$",
        "`",
        "(",
        ")",
        "!",
        "%",
        "\n",
        "\t",
        "\r",
        "\u001B",
        "\u009B",
        "\u202E",
        "é",
        "a",
        "0",
        " ",
        "@",
        "-",
        "#",
        ";",
        "&",
        "|",
        "~",
        "*",
      ),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          fc.string({ unit: "binary" }).filter((text) => !text.includes("\0")),
        ),
        (requestBody) => {
          const command = asCurl({ ...request, requestBody }, address);
          expect(bodyOf(paste(command))).toBe(requestBody);
          expect(command).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("sends the path, query and method unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '"', "[", "]", "{", "}", "$", "`", " ", "-", "é", "\\", "a") }), (odd) => {
        const { args } = paste(asCurl({ method: `M${odd}`, path: `/v2/${odd}`, query: `a=${odd}`, requestBody: null }, address));
        expect(args).toContain(`${address}/v2/${odd}?a=${odd}`);
        expect(args).toContain(`M${odd}`);
        if (/[[\]{}]/.test(odd)) expect(args).toContain("--globoff");
      }),
      { numRuns: 60 },
    );
  });
});
