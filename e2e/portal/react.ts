import type { Page } from "playwright/test";

/** Waits until React has taken over the page: until then clicks and keys are lost. */
export async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  await page.evaluate(nextFrame);
}

/** Waits until the page has done what it does in its spare time. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await waitForReact(page);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))));
}

/** Runs in the page: the effects of what is shown have run. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** React gives elements their properties before it commits them. Until then, a fiber above them has a mark. */
function isHydrated(): boolean {
  interface Fiber {
    flags: number;
    alternate: Fiber | null;
    return: Fiber | null;
  }
  const placementOrHydrating = 2 | 4096;
  const committed = new Set<Fiber>();
  function isCommitted(fiber: Fiber | null): boolean {
    if (fiber === null || fiber.alternate !== null || committed.has(fiber)) return true;
    if ((fiber.flags & placementOrHydrating) !== 0 || !isCommitted(fiber.return)) return false;
    committed.add(fiber);
    return true;
  }
  const readOf = (element: Element, name: string) => Object.entries(element).find(([key]) => key.startsWith(name))?.[1] as unknown;
  function isTaken(element: Element): boolean {
    const props = readOf(element, "__reactProps");
    if (props === undefined || !isCommitted(readOf(element, "__reactFiber") as Fiber)) return false;
    return Object.hasOwn(props as object, "dangerouslySetInnerHTML") || [...element.children].every(isTaken);
  }
  const parts = [...document.querySelectorAll("main, aside, header, footer")];
  return parts.some(({ tagName }) => tagName === "MAIN") && parts.every(isTaken) && document.querySelector("[data-slot=skeleton]") === null;
}
