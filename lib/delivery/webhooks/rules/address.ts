import ipaddr from "ipaddr.js";

/** Prefixes that embed an IPv4 address in their last 32 bits: IPv4-mapped, and NAT64. */
const embeddings = ["::ffff:0:0/96", "64:ff9b::/96"].map((prefix) => ipaddr.IPv6.parseCIDR(prefix));

/** All IPv6 addresses assigned to the Internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Formally public, but answered by the cloud platform (Azure's wire server). */
const platformAddresses = new Set(["168.63.129.16"]);

/** True for an IP address in standard notation: no octal or short forms, zones or brackets. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

/** False for private, loopback, link-local, metadata, reserved, 6to4 and Teredo addresses (rules/deliveries.md#webhooks-3). */
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
  // ipaddr.js alone accepts octal numbers, and ::1.2.3.4 as if it were mapped; URL follows the standard.
  const url = URL.parse(`http://[${text}]`);
  return url === null ? undefined : ipaddr.IPv6.parse(url.hostname.slice(1, -1));
}
