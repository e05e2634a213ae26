import Bowser from "bowser";

/** Empty texts where the user agent is unknown. */
export function describeDevice(userAgent: string): { browser: string; system: string } {
  if (userAgent === "") return { browser: "", system: "" };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name ?? "", system: os.name ?? "" };
}
