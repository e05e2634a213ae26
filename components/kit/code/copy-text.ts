/** Puts a text on the clipboard; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  // Without TLS, on another host than localhost, browsers have no clipboard API.
  if (!window.isSecureContext) return copySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  // Inside an open dialog, whose focus trap would take the selection away from the body.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the one way where the clipboard API is missing
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
