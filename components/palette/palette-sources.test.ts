import { expect, onTestFinished, test, vi } from "vitest";
import { find } from "#components/palette/palette-dialog.tsx";

test.each(["support", "development"] as const)(
  "a key that is pasted into the palette is not in the address that it asks (%s)",
  async (lookUp) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(decodeURIComponent(address));
      return Response.json({ result: { data: [] } });
    });
    vi.stubGlobal("document", { querySelector: () => null });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await find(`cg_live_abcd${"e".repeat(32)}`, lookUp, AbortSignal.timeout(10_000))).toEqual([]);
    expect(asked).toEqual([expect.stringContaining('"term":"cg_live_abcd"')]);
  },
);
