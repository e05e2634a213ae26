import type { PressedAction } from "#components/kit/code/pressed-action.ts";

const patienceMs = 15_000;

/**
 * Presses a button of the page that is being opened, once it is there and enabled. Whatever the user does meanwhile ends the wait, since
 * they have gone on to something else.
 */
export function pressWhenShown(action: PressedAction): void {
  const observer = new MutationObserver(() => press());
  const end = new AbortController();
  end.signal.addEventListener("abort", () => observer.disconnect());
  const timer = setTimeout(() => end.abort(), patienceMs);
  end.signal.addEventListener("abort", () => clearTimeout(timer));

  function press() {
    const button = document.querySelector<HTMLButtonElement>(`main [data-action="${action}"]:not(:disabled)`);
    if (button === null || end.signal.aborted) return;
    end.abort();
    button.focus();
    button.click();
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => end.abort(), { signal: end.signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  press();
}
