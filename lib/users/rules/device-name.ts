import Bowser from "bowser";

/** What a browser tells of itself, in two words; empty where it tells nothing that is known. */
export function describeDevice(userAgent: string): { browser: string; system: string } {
  if (userAgent === "") return { browser: "", system: "" };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name ?? "", system: os.name ?? "" };
}
