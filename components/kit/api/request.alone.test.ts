import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerHeader } from "#lib/account/users/viewer.ts";

const reload = vi.fn<() => void>();
let stored: Map<string, string>;
let sent: Headers[];

/** A page that was rendered for this viewer, if for anybody, and what answers its requests. */
async function openPage(viewer: string | undefined, answers: () => Response) {
  vi.stubGlobal("document", { querySelector: () => (viewer === undefined ? null : { content: viewer }) });
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: Headers }) => {
    sent.push(headers);
    return answers();
  });
  const { requestJson } = await import("#components/kit/api/request.ts");
  const { takeOtherViewer } = await import("#components/shell/viewer.tsx");
  return { ask: () => requestJson("/api/portal/trpc/keys.list", { method: "POST", body: "{}" }), takeOtherViewer };
}

beforeEach(() => {
  [stored, sent] = [new Map(), []];
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  reload.mockReset();
});

const done = () => Response.json({ result: { data: {} } });

test("a page names its viewer with each request, and stays theirs until it is loaded anew", async () => {
  const { ask } = await openPage("usr_a prt_a", done);
  await ask();
  vi.stubGlobal("document", { querySelector: () => ({ content: "usr_b prt_b" }) });
  await ask();
  expect(sent.map((headers) => headers.get(viewerHeader))).toEqual(["usr_a prt_a", "usr_a prt_a"]);
});

test("a page for everybody names nobody", async () => {
  const { ask } = await openPage(undefined, done);
  await ask();
  expect(sent.map((headers) => headers.has(viewerHeader))).toEqual([false]);
});

test("a page that was made for somebody else is loaded anew, and says once who is signed in", async () => {
  const error = { error: { message: "load it again", data: { key: "otherViewer", values: { viewer: "@@Ada" } } } };
  const { ask, takeOtherViewer } = await openPage("usr_a prt_a", () => Response.json(error, { status: 409 }));
  await expect(ask()).rejects.toMatchObject({ status: 409, key: "otherViewer" });
  expect(reload).toHaveBeenCalledTimes(1);
  expect([takeOtherViewer(), takeOtherViewer()]).toEqual(["@Ada", undefined]);
});

test("another conflict leaves the page as it is", async () => {
  const error = { error: { message: "taken", data: { key: "renterTaken" } } };
  const { ask } = await openPage("usr_a prt_a", () => Response.json(error, { status: 409 }));
  await expect(ask()).rejects.toMatchObject({ key: "renterTaken" });
  expect(reload).not.toHaveBeenCalled();
});

test("a request that is refused during the sign-out leads to no other page", async () => {
  const assign = vi.fn<(href: string) => void>();
  let status = 401;
  vi.stubGlobal("location", { pathname: "/development", search: "", assign });
  vi.stubGlobal("window", { location: { href: "http://localhost/development" } });
  const { ask } = await openPage(undefined, () => Response.json({}, { status }));
  await expect(ask()).rejects.toMatchObject({ status: 401, key: "signedOut" });
  expect(assign).toHaveBeenLastCalledWith("/sign-in?from=%2Fdevelopment&ended=1");
  const { leave } = await import("#components/shell/sign-out.ts");
  status = 200;
  await leave();
  status = 401;
  await expect(ask()).rejects.toMatchObject({ status: 401, key: "signedOut" });
  expect(assign).toHaveBeenCalledTimes(2);
  expect(assign).toHaveBeenLastCalledWith("/sign-in");
  for (const [event, show] of vi.mocked(addEventListener).mock.calls) if (event === "pageshow") (show as () => void)();
  await expect(ask(), "the page is shown again, by “Back”").rejects.toMatchObject({ status: 401 });
  expect(assign).toHaveBeenLastCalledWith("/sign-in?from=%2Fdevelopment&ended=1");
});
