import { expect, inject, test } from "vitest";

test("browsers are told to compile the scripts of a page while they come in", async () => {
  const page = await fetch(`${inject("baseUrl")}/docs`);
  const addresses = [...(await page.text()).matchAll(/<script[^>]*? src="([^"]+)"/g)].map(([, address = ""]) => address);
  expect(addresses).not.toEqual([]);
  for (const address of addresses) {
    const script = await (await fetch(new URL(address, inject("baseUrl")))).text();
    expect(script.split("\n", 1), address).toEqual(["//# allFunctionsCalledOnLoad"]);
  }
});
