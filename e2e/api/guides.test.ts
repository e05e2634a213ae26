import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { asStaff, makePartner, registerRenter } from "#e2e/api/world.ts";
import { openForPartner } from "#lib/insurance/renters/attach.ts";

/** The start of a newcomer: a key, and a rental company that the operator has opened for them. */
interface Newcomer {
  key: string;
  renter: string;
}

let newcomer: Newcomer;
/** The same, with the production key. */
let newcomerLive: Newcomer;

beforeAll(async () => {
  const [{ id, development, production }, renter] = await Promise.all([
    makePartner(),
    registerRenter({ productTypes: ["bike"], contractTypes: ["LCD"] }),
  ]);
  await openForPartner(asStaff(), { partnerId: id, uid: renter });
  newcomer = { key: development.key, renter };
  newcomerLive = { key: production.key, renter };
});

interface Block {
  /** The heading above it. */
  section: string;
  code: string;
}

/** The commands of a page, as it is served. */
async function readBlocks(path: string): Promise<Block[]> {
  const page = await (await fetch(new URL(path, inject("baseUrl")))).text();
  return page.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf("\n"));
    return Array.from(part.matchAll(/^```sh(?: .*)?\n(.*?)^```$/gms), ([, code = ""]) => ({ section, code }));
  });
}

/** Puts in what the page says that the reader has, and nothing else. */
const fillIn = (code: string, { key, renter }: Newcomer) =>
  code.replace("COVERGATE_API_KEY=…", `COVERGATE_API_KEY=${key}`).replace("RENTER=…", `RENTER='${renter}'`);

/** Types the blocks into one shell, one after the other; returns what each of them printed. */
async function typeInto(shell: string, blocks: readonly Block[], cwd?: string): Promise<string[]> {
  const mark = "----- the next block -----";
  const program = spawn(shell, [], { env: { NODE_ENV: "test" }, stdio: ["pipe", "pipe", "pipe"], cwd });
  program.stdin.end(blocks.map(({ code }) => `${code}\nprintf '\\n%s\\n' '${mark}'\n`).join(""));
  const [printed, complaints] = await Promise.all([text(program.stdout), text(program.stderr)]);
  expect(complaints).toBe("");
  return printed.split(`\n${mark}\n`).slice(0, blocks.length);
}

/** The answer that a block printed; undefined if it printed nothing. */
function answerOf(printed: string | undefined): Record<string, unknown> | undefined {
  return printed === undefined || printed.trim() === "" ? undefined : (JSON.parse(printed) as Record<string, unknown>);
}

/** Follows a page as a newcomer would, and returns the answer of each section that asks something. */
async function follow(path: string): Promise<Record<string, Record<string, unknown>>> {
  const blocks = await readBlocks(path);
  const printed = await typeInto(
    "bash",
    blocks.map((block) => ({ ...block, code: fillIn(block.code, newcomer) })),
  );
  return Object.fromEntries(
    blocks.flatMap(({ section }, index) => {
      const answer = answerOf(printed[index]);
      return answer === undefined ? [] : [[section, answer]];
    }),
  );
}

describe("a newcomer who types a guide's commands block by block", () => {
  test("creates a first contract: attached, priced, created, read and cancelled", async () => {
    const answers = await follow("/docs/first-contract.md");
    expect(Object.values(answers).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "success"));
    const [, , priced, created, read, ended] = Object.values(answers).map(({ contract }) => contract as Record<string, unknown>);
    expect(priced).not.toHaveProperty("cid");
    // Literally the same request: the price is what was previewed.
    expect(created).toMatchObject({ status: "open", price: priced?.["price"], uid: newcomer.renter });
    expect(read).toEqual(created);
    expect(ended).toMatchObject({ cid: created?.["cid"], status: "cancel", price: 0 });
  });

  test("creates a first claim: insured, declared, documented, submitted, read and abandoned", async () => {
    const answers = await follow("/docs/first-claim.md");
    const [insured, ...claims] = Object.values(answers);
    expect(insured).toMatchObject({ status: "success" });
    expect(claims).toMatchObject([
      { success: true, data: { status: "draft" } },
      { success: true },
      { success: true, data: { status: "submitted", claimId: expect.stringMatching(/^CLM-/) as string } },
      { success: true, data: { status: "submitted" } },
      { success: true, data: { status: "abandoned" } },
    ]);
  });

  // rules/claim-links.md#make-1
  test("gets a claim link: insured, declared, linked, followed and revoked", async () => {
    const answers = Object.values(await follow("/docs/claim-links.md"));
    expect(answers).toMatchObject([
      { status: "success" },
      { success: true, data: { status: "draft" } },
      { success: true, data: { url: expect.stringMatching(/\/claim\/[\w-]{27}$/) as string } },
      { success: true, data: { url: expect.stringMatching(/\/claim\/[\w-]{27}$/) as string } },
      { success: true, data: [{ draftId: null, openedAt: null }] },
      { success: true, data: [{ revokedAt: null }] },
      { success: true, data: { revokedAt: expect.any(String) as string } },
    ]);
    const [link, linkOfContract] = [answers[2]?.["data"], answers[3]?.["data"]] as { url: string }[];
    expect((await fetch(link?.url ?? "")).status, "the link is revoked").toBe(404);
    expect(await (await fetch(linkOfContract?.url ?? "")).text()).toContain("What happened?");
  });

  test("creates one contract for a booking, however often its request is sent, and finds it by the booking's reference", async () => {
    const blocks = (await readBlocks("/docs/retries.md")).map((block) => ({ ...block, code: fillIn(block.code, newcomer) }));
    const [setUp, store, send, find] = blocks;
    if (setUp === undefined || store === undefined || send === undefined || find === undefined) throw new Error("a block is missing");
    const directory = mkdtempSync(join(tmpdir(), "covergate-retries-"));
    const [, , ...printed] = await typeInto("bash", [setUp, store, send, send, find], directory);
    rmSync(directory, { recursive: true });
    const [created, repeated] = printed.map((each) => answerOf(each));
    expect(created).toMatchObject({ status: "success", contract: { status: "open" } });
    expect(repeated).toEqual(created);
    expect(answerOf(printed[2])).toMatchObject({ contracts: [created?.["contract"]], next: null });
  });

  test("prepares for production: the companies that are attached, one attached, and a price that saves nothing", async () => {
    const blocks = await readBlocks("/docs/going-live.md");
    const [, listed, attached, priced] = await typeInto(
      "bash",
      blocks.map((block) => ({ ...block, code: fillIn(block.code, newcomerLive) })),
    );
    expect(JSON.parse(listed ?? "")).toEqual([{ status: "success", renters: {} }]);
    expect(answerOf(attached)).toMatchObject({ status: "success" });
    expect(answerOf(priced)).toMatchObject({ status: "success", contract: { test: false, uid: newcomerLive.renter } });
    expect(answerOf(priced)?.["contract"]).not.toHaveProperty("cid");
  });
});
