import { beforeAll, describe, expect, inject, test } from "vitest";
import { makeProduct, makeShop } from "#e2e/api/world.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";

const get = (path: string, cookie = "") => fetch(new URL(path, inject("baseUrl")), { headers: { cookie } });

/** The policy of an answer: its directives by their names. */
function readPolicy({ headers }: Response): Record<string, string[]> {
  const directives = (headers.get("content-security-policy") ?? "").split("; ").map((directive) => directive.split(" "));
  return Object.fromEntries(directives.map(([name = "", ...sources]) => [name, sources]));
}

describe.each(["/", "/sign-in", "/password/guessed"])("the page %s", (path) => {
  test("runs only scripts with its nonce, which is new at every request, and cannot be framed", async () => {
    const nonces = new Set<string>();
    for (let times = 0; times < 2; times += 1) {
      const answer = await get(path);
      const policy = readPolicy(answer);
      const [own, nonce = "", ...others] = policy["script-src"] ?? [];
      expect([own, nonce, others]).toEqual(["'self'", expect.stringMatching(/^'nonce-[\w+/]{22}=='$/), ["'strict-dynamic'"]]);
      expect(policy).toMatchObject({ "default-src": ["'self'"], "object-src": ["'none'"], "base-uri": ["'none'"] });
      expect(policy).toMatchObject({ "form-action": ["'self'"], "frame-ancestors": ["'none'"], "connect-src": ["'self'"] });
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
      expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce.slice("'nonce-".length, -1)}"`))).toEqual([]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });
});

test.each([
  ["/", /^text\/html; charset=utf-8$/],
  ["/docs.md", /^text\/markdown; charset=utf-8$/],
  ["/llms.txt", /^text\/plain; charset=utf-8$/],
  ["/skill.md", /^text\/markdown; charset=utf-8$/],
  ["/docs/search.json", /^application\/json/],
  ["/api/auth/csrf", /^application\/json/],
  ["/api/portal/trpc/account.sessions", /^application\/json/],
  ["/v2/products", /^application\/json; charset=utf-8$/],
  ["/files/doc_none", /^application\/json; charset=utf-8$/],
])("%s declares its content type and forbids sniffing", async (path, type) => {
  const { headers } = await get(path);
  expect(headers.get("content-type")?.toLowerCase()).toMatch(type);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a page with a secret address sends no referrer", async () => {
  expect(await (await get("/password/guessed")).text()).toContain('<meta name="referrer" content="no-referrer"');
});

describe("a text from a partner's system", () => {
  const title = `"'</script><img src=x onerror=alert(1)>`;
  let cookie = "";
  let productId = "";
  beforeAll(async () => {
    const shop = await makeShop();
    productId = (await makeProduct(shop.key, { title })).product_id;
    cookie = await makeSessionCookie(await makeUser({ role: "owner", partnerId: shop.partner.id }));
  });

  test.each(["", "/"])("is shown as text on a page, not as markup (%s)", async (slash) => {
    const answer = await get(`/development/products${slash}${slash === "" ? "" : productId}`, cookie);
    const html = await answer.text();
    expect([answer.status, html.includes("onerror=alert(1)")]).toEqual([200, true]);
    expect(html).not.toContain("<img src=x");
    expect(answer.headers.get("cache-control"), "no browser keeps it").toContain("no-store");
  });
});
