import { afterAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { makeLink, openPage } from "#e2e/documents/links.ts";
import { changeLogo } from "#lib/account/brands/logo.ts";
import { asSupport as withSupportRole } from "#lib/account/users/roles.ts";
import { contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { maxLogoBytes } from "#lib/account/worlds/brand-logo.ts";
import { sweepStrayFiles } from "#lib/insurance/claims/stray-files.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { getFile } from "#lib/platform/files/storage.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const [insured, door, support] = await Promise.all([makeInsured(), openDoor("192.0.2.77"), makeUser("support").then(contextOf)]);
afterAll(() => door.close());

/** One pixel, and as many bytes after it as a test wants. */
const png = (extra = 0) =>
  Buffer.concat([
    Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
    Buffer.alloc(extra, 7),
  ]);
const asSupport = () => withSupportRole({ ...support, now: currentTime() });
const [{ uid }] = await sql<[{ uid: string }]>`select renter_uid as uid from renter_attachments where world_id = ${insured.ctx.world.id}`;
const renter = { kind: "renter", id: uid } as const;
const partner = { kind: "partner", id: insured.ctx.world.partnerId } as const;
const link = await makeLink(insured);

const setLogo = (owner: typeof renter | typeof partner, content: Buffer | null) =>
  changeLogo(asSupport(), { ...owner, content: content?.toString("base64") ?? null });
const addressOnPage = async () => /<img class="logo" src="([^"]+)"/.exec((await openPage(door.url, link.token)).text)?.[1];
const fetchLogo = async (address: string | undefined) => {
  const response = await fetch(`${door.url}${address ?? ""}`);
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
};

describe("the logo of the page for the insured", () => {
  test("is the rental company's, the partner's where it has none, and none without either", async () => {
    expect(await addressOnPage()).toBeUndefined();
    await setLogo(partner, png(1));
    expect((await fetchLogo(await addressOnPage())).content).toEqual(png(1));
    await setLogo(renter, png(2));
    expect((await fetchLogo(await addressOnPage())).content).toEqual(png(2));
    await setLogo(renter, null);
    expect((await fetchLogo(await addressOnPage())).content).toEqual(png(1));
  });

  test("is served as the picture it was detected to be, kept by the phone alone, and can run nothing", async () => {
    await setLogo(renter, png(3));
    const { status, headers } = await fetchLogo(await addressOnPage());
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png(3).byteLength),
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=604800, immutable",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/) as string,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
    });
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("is found by no token that opens nothing", async () => {
    await setLogo(renter, png());
    const address = (await addressOnPage()) ?? "";
    expect((await fetchLogo(address.replace(link.token, "A".repeat(27)))).status).toBe(404);
  });

  test("is no SVG, PDF or web page, whatever it is called, and not too large; what was there stays", async () => {
    await setLogo(renter, png(4));
    for (const text of ["<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "%PDF-1.7\n", "<html></html>", ""]) {
      await expect(setLogo(renter, Buffer.from(text))).rejects.toMatchObject({ key: "logoType" });
    }
    await expect(setLogo(renter, png(maxLogoBytes))).rejects.toMatchObject({ key: "logoSize", values: { most: 40 } });
    expect((await fetchLogo(await addressOnPage())).content).toEqual(png(4));
  });

  test("is changed for what exists, and audited", async () => {
    await expect(setLogo({ kind: "renter", id: "nobody" }, png())).rejects.toThrow(NotFound);
    await setLogo(partner, png(5));
    expect(
      await sql`select action, details ->> 'sizeBytes' as size from audit_entries where subject_id = ${partner.id} order by id desc limit 1`,
    ).toEqual([{ action: "partner.logoChanged", size: String(png(5).byteLength) }]);
  });

  test("that was replaced is deleted by the sweep, and the one in use is not", async () => {
    const keyOf = async () => (await sql<[{ key: string }]>`select logo ->> 'storageKey' as key from renters where uid = ${uid}`)[0].key;
    await setLogo(renter, png(6));
    const replaced = await keyOf();
    await setLogo(renter, png(7));
    const used = await keyOf();
    await sweepStrayFiles(new Date(currentTime().getTime() + 2 * 3_600_000));
    await expect(getFile(replaced)).rejects.toThrow(/ENOENT|CANNOT_READ|Cannot/);
    expect((await fetchLogo(await addressOnPage())).content).toEqual(png(7));
    expect(used).not.toBe(replaced);
  });
});

test("the colour of the partner stands in for a rental company without one", async () => {
  const styles = async () => (await openPage(door.url, link.token)).text;
  await sql`update partners set brand_color = '#5b1a7a' where id = ${partner.id}`;
  expect(await styles()).toContain("--brand:#5b1a7a");
  await sql`update renters set brand_color = '#7a1a1a' where uid = ${uid}`;
  expect(await styles()).toContain("--brand:#7a1a1a");
  await expect(sql`update partners set brand_color = 'red;}' where id = ${partner.id}`).rejects.toThrow("partners_brand_color");
});
