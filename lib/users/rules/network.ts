import ipaddr from "ipaddr.js";

/** As much of an IPv6 address names the network; whoever has one address of it has them all. */
const networkBits = 64;

/**
 * The network that guesses from an address are counted under: an IPv4 address by itself, also inside IPv6, and of IPv6 the
 * /64, in which anybody may take as many addresses as they like. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${networkBits}`).toString()}/${networkBits}`;
}
