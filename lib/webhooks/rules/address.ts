import ipaddr from "ipaddr.js";

/** Inside these prefixes (IPv4-mapped, and the well-known one of NAT64) the last 32 bits are the IPv4 address that is reached. */
const embeddings = ["::ffff:0:0/96", "64:ff9b::/96"].map((prefix) => ipaddr.IPv6.parseCIDR(prefix));

/** All of IPv6 that is given out to the Internet; what lies outside leads to no host that anyone may publish. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public by the registries' word, yet answered by the cloud platform beneath the machine (Azure's wire server). */
const platformAddresses = new Set(["168.63.129.16"]);

/** Whether a text is an IP address in a notation of the standard: no octal or short forms, no zone, no brackets. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

/**
 * Whether a delivery may connect to an address: public, and neither private, loopback, link-local, metadata nor
 * otherwise reserved (resolutions.md § 9). IPv4 inside IPv6 counts as that IPv4; 6to4 and Teredo, which tunnel to one, never do.
 * False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (embeddings.some((prefix) => address.match(prefix))) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  return address.match(globalUnicast) && address.range() === "unicast";
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !platformAddresses.has(address.toString());
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!/^[\da-f:.]+$/i.test(text)) return undefined;
  // ipaddr.js by itself reads too much: octal numbers, and ::1.2.3.4 as if it were mapped. URL reads what the standard has.
  const url = URL.parse(`http://[${text}]`);
  return url === null ? undefined : ipaddr.IPv6.parse(url.hostname.slice(1, -1));
}
