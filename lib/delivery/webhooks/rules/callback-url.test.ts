import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCallbackUrl, hostToAllow, isExemptHost, maskUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";

const strict = { allowedHosts: [] };

function reasonOf(text: string, allowedHosts: readonly string[] = []): string | undefined {
  const checked = checkCallbackUrl(text, { allowedHosts });
  return checked.ok ? undefined : checked.reason;
}

describe("a public HTTPS URL is accepted in its normal form", () => {
  test.each([
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["https://hooks.example.com/covergate?token=s3cret&x=%23", "https://hooks.example.com/covergate?token=s3cret&x=%23"],
    ["HTTPS://Hooks.Example.COM/Path", "https://hooks.example.com/Path"],
    ["https://hooks.example.com:443/", "https://hooks.example.com/"],
    ["https://hooks.example.com:8443/", "https://hooks.example.com:8443/"],
    ["https://my_app.example.com/", "https://my_app.example.com/"],
    ["https://hooks.example.com/?to=a@b.fr", "https://hooks.example.com/?to=a@b.fr"],
    ["https://hooks.example.com/é?clé=à", "https://hooks.example.com/%C3%A9?cl%C3%A9=%C3%A0"],
    ["https://société.fr/", "https://xn--socit-esab.fr/"],
    ["https://socie\u0301te\u0301.fr/", "https://xn--socit-esab.fr/"],
    ["https://xn--socit-esab.fr/", "https://xn--socit-esab.fr/"],
    ["https://mylocal.fr/", "https://mylocal.fr/"],
    ["https://internal.example.com/", "https://internal.example.com/"],
    ["https://1.1.1.1/", "https://1.1.1.1/"],
    ["https://[2606:4700:0:0::1111]/", "https://[2606:4700::1111]/"],
  ])("%s", (text, href) => {
    expect(checkCallbackUrl(text, strict)).toMatchObject({ ok: true, url: { href } });
  });
});

const address = "must not lead to a private or reserved address";
const privateNetwork = "must not name a host of a private network";
const inFull = "must name its host in full";
const latin = "must write its host in Latin letters";

// rules/deliveries.md#webhooks-2
describe("a forbidden URL is refused with the reason", () => {
  test.each([
    ["", "must not be empty"],
    ["hooks.example.com/path", "must be a full URL"],
    ["https://", "must be a full URL"],
    ["https://exa mple.com/", "must not contain spaces"],
    [" https://example.com/", "must not contain spaces"],
    ["https://example.com/\n", "must not contain spaces"],
    ["https://exam\tple.com/", "must not contain spaces"],
    ["https://example.com/\0", "must not contain spaces"],
    ["https://example.com\\@127.0.0.1/", "must not contain spaces, line breaks or backslashes"],
    ["https://999.1.1.1/", "must be a full URL"],
    ["https://[::1%25lo]/", "must be a full URL"],
    ["https://example.com:99999/", "must be a full URL"],
    ["https://example.com/?token=a#b", "must not contain a fragment"],
    ["https://example.com/#", "must not contain a fragment"],
    ["http://example.com/", "must start with https://"],
    ["ftp://example.com/", "must start with https://"],
    ["file:///etc/passwd", "must start with https://"],
    ["javascript:alert(1)", "must start with https://"],
    ["localhost:3000/hooks", "must start with https://"],
    [`https://example.com/${"a".repeat(2000)}`, "must be at most 2000 characters long"],
    [`https://example.com/${"é".repeat(400)}`, "must be at most 2000 characters long"],
    ["https://user@example.com/", "must not contain a user name or a password"],
    ["https://user:password@example.com/", "must not contain a user name or a password"],
    ["https://:p%40ss@example.com/", "must not contain a user name or a password"],
    ["https://example.com@127.0.0.1/", "must not contain a user name or a password"],
    ["https://example.com:0/", "must not use a port"],
    ["https://example.com:22/", "must not use a port"],
    ["https://example.com:25/", "must not use a port"],
    ["https://example.com:6667/", "must not use a port"],
    ["https://example.com./", "must not end its host in a dot"],
    ["https://localhost./", "must not end its host in a dot"],
    ["https://127.0.0.1/", address],
    ["https://127.0.0.1./", address],
    ["https://127.1/", address],
    ["https://2130706433/", address],
    ["https://0x7f000001/", address],
    ["https://0x7f.1/", address],
    ["https://0177.0.0.1/", address],
    ["https://017700000001/", address],
    ["https://0/", address],
    ["https://169.254.169.254/latest/meta-data/", address],
    ["https://100.100.100.200/", address],
    ["https://[::1]/", address],
    ["https://[::]/", address],
    ["https://[::ffff:127.0.0.1]/", address],
    ["https://[::ffff:a9fe:a9fe]/", address],
    ["https://[64:ff9b::10.0.0.1]/", address],
    ["https://[2002:7f00:1::]/", address],
    ["https://[fd00:ec2::254]/", address],
    ["https://[fe80::1]/", address],
    ["https://localhost/", privateNetwork],
    ["https://LOCALHOST/", privateNetwork],
    ["https://hooks.localhost/", privateNetwork],
    ["https://localhost.localdomain/", privateNetwork],
    ["https://printer.local/", privateNetwork],
    ["https://metadata.google.internal/", privateNetwork],
    ["https://router.home.arpa/", privateNetwork],
    ["https://nas.lan/", privateNetwork],
    ["https://intranet/", privateNetwork],
    ["https://server/", inFull],
    ["https://a..b.com/", inFull],
    ["https://.example.com/", inFull],
    ["https://-a.example.com/", inFull],
    ["https://*.example.com/", inFull],
    [`https://${"a".repeat(64)}.com/`, inFull],
    ["https://\u0430pple.com/", latin],
    ["https://\u0430\u0440\u0440\u04cf\u0435.com/", latin],
    ["https://\u03bfrange.fr/", latin],
    ["https://１２７.０.０.１/", latin],
    ["https://127。0。0。1/", latin],
    ["https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", latin],
    ["https://ｌｏｃａｌｈｏｓｔ/", privateNetwork],
    ["https://loc\u00adalhost/", latin],
    ["https://loc\u200balhost/", latin],
    ["https://%6c%6f%63%61lhost/", latin],
    ["https://127%2e0%2e0%2e1/", latin],
  ])("%j: %s", (text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });
});

describe("an exempt host", () => {
  test.each([
    ["http://localhost:4000/hooks", ["localhost"]],
    ["http://localhost:4000/hooks", ["localhost:4000"]],
    ["https://localhost/", ["localhost:443"]],
    ["http://localhost/", ["other", "localhost:80"]],
    ["http://receiver:6000/", ["receiver"]],
    ["http://127.0.0.1:4000/", ["127.0.0.1"]],
    ["http://[::1]:4000/", ["[::1]:4000"]],
    ["https://printer.local/", ["printer.local"]],
  ])("%s is allowed by %j", (text, allowedHosts) => {
    expect(reasonOf(text, allowedHosts)).toBeUndefined();
  });

  test.each([
    ["another port", "http://localhost:4001/", ["localhost:4000"]],
    ["a longer name", "http://localhost.example.com/", ["localhost"]],
    ["a name below it", "http://a.localhost/", ["localhost"]],
    ["the same host in another notation", "http://127.1:4001/", ["127.0.0.1:4000"]],
    ["a trailing dot", "http://localhost./", ["localhost"]],
    ["credentials", "http://user:pass@localhost/", ["localhost"]],
    ["no HTTP at all", "ftp://localhost/", ["localhost"]],
    ["the name in the credentials", "http://localhost@example.com/", ["localhost"]],
  ])("%s is not exempt", (_case, text, allowedHosts) => {
    expect(reasonOf(text, allowedHosts)).toBeDefined();
  });

  test.each([
    ["http://localhost:4001/hooks", "localhost:4001"],
    ["https://printer.local/", "printer.local"],
    ["http://127.0.0.1:4000/", "127.0.0.1:4000"],
    ["http://receiver:6000/", "receiver:6000"],
    ["http://hooks.example.com/", undefined],
    ["ftp://localhost/", undefined],
    ["http://user:pass@localhost/", undefined],
    ["localhost", undefined],
  ])("the setting could allow %s by %s", (text, host) => {
    expect(hostToAllow(text)).toBe(host);
  });

  // rules/deliveries.md#webhooks-4
  test("no host is exempt by default", () => {
    expect(isExemptHost(new URL("http://localhost/"), [])).toBe(false);
  });
});

const hosts = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV4Extended(),
  fc.ipV6().map((literal) => `[${literal}]`),
  fc.constantFrom("localhost", "a.local"),
);
const urls = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.tuple(hosts, fc.webPath()).map(([host, path]) => `https://${host}${path}`),
);

test("any typed text is accepted in a form that is stable, or refused with a reason", () => {
  fc.assert(
    fc.property(urls, (text) => {
      const checked = checkCallbackUrl(text, strict);
      if (checked.ok) {
        expect(checked.url.protocol).toBe("https:");
        expect(checkCallbackUrl(checked.url.href, strict)).toMatchObject({ ok: true, url: { href: checked.url.href } });
      } else {
        expect(checked.reason).toMatch(/^must /);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a reason never contains the token in the query", () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.constantFrom("#", " ", "\\", ""), (url, error) => {
      expect(reasonOf(`${url.replace("https:", "http:")}?token=s3cret${error}`) ?? "").not.toContain("s3cret");
    }),
  );
});

test.each([
  ["https://hooks.example.com/in?token=s3cret", "https://hooks.example.com/in?•••"],
  ["https://hooks.example.com/?s3cret", "https://hooks.example.com/?•••"],
  ["https://hooks.example.com:8443/in?", "https://hooks.example.com:8443/in"],
  ["https://hooks.example.com/in", "https://hooks.example.com/in"],
])("%s is shown as %s", (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});
