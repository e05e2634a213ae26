import ipaddr from "ipaddr.js";

/** A customer usually gets a whole /64 of IPv6. */
const networkBits = 64;

/** An IPv4 address, also embedded, or an IPv6 /64. Anything but an address stands for itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${networkBits}`).toString()}/${networkBits}`;
}
