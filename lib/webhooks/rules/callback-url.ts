import { isAddress, isPublicAddress } from "#lib/webhooks/rules/address.ts";
import { foreignPorts } from "#lib/webhooks/rules/callback-url-ports.ts";

const longest = 2000;

/** Names that private networks use for their own hosts. They spare people a late surprise; what guards is the address check at every connection. */
const privateNames = /(?:^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** A full domain name as WHATWG leaves it: lower case, ASCII, at least two labels, none empty or over 63 characters. */
const fullName = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The host (and port) as it was written, before punycode and percent-decoding hide it. */
const writtenHost = /^[a-z][a-z0-9+.-]*:\/*(?:[^/?]*@)?([^/?]*)/i;
const notLatin = /[^\p{ASCII}\p{Script=Latin}\u0300-\u036F]|%/u;

export type CheckedCallbackUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** The settings on which the rule depends: host names, each alone or with a port, that `WEBHOOK_ALLOWED_HOSTS` exempts. */
export interface CallbackUrlSettings {
  allowedHosts: readonly string[];
}

interface Fault<Subject> {
  holds(subject: Subject): boolean;
  reason: string;
}

const textFaults: readonly Fault<string>[] = [
  { holds: (text) => text === "", reason: "must not be empty" },
  { holds: (text) => /[\s\p{Cc}\\]/u.test(text), reason: "must not contain spaces, line breaks or backslashes" },
  { holds: (text) => !URL.canParse(text), reason: "must be a full URL such as https://hooks.example.com/covergate" },
  {
    holds: (text) => text.includes("#"),
    reason: "must not contain a fragment (#…), which is never sent; write a # that belongs to a token as %23",
  },
  {
    holds: (text) => notLatin.test(writtenHost.exec(text)?.[1] ?? ""),
    reason: "must write its host in Latin letters, or in its ASCII form (xn--…)",
  },
];

const faultsOfAny: readonly Fault<URL>[] = [
  { holds: ({ href }) => href.length > longest, reason: `must be at most ${longest} characters long` },
  {
    holds: ({ username, password }) => username !== "" || password !== "",
    reason: "must not contain a user name or a password; put a secret token into the query",
  },
];

const faults: readonly Fault<URL>[] = [
  { holds: ({ protocol }) => protocol !== "https:", reason: "must start with https://" },
  ...faultsOfAny,
  {
    holds: ({ port }) => port !== "" && foreignPorts.has(Number(port)),
    reason: "must not use a port that belongs to another protocol than HTTPS",
  },
  { holds: ({ hostname }) => hostname.endsWith("."), reason: "must not end its host in a dot" },
  {
    holds: ({ hostname }) => isLiteral(hostname) && !isPublicAddress(bare(hostname)),
    reason: "must not lead to a private or reserved address",
  },
  { holds: ({ hostname }) => privateNames.test(hostname), reason: "must not name a host of a private network" },
  {
    holds: ({ hostname }) => !isLiteral(hostname) && !fullName.test(hostname),
    reason: "must name its host in full, as in hooks.example.com",
  },
];

/** An exempt host is one of the operator's own: plain HTTP, any name, any address, any port. */
const exemptFaults: readonly Fault<URL>[] = [
  { holds: ({ protocol }) => protocol !== "https:" && protocol !== "http:", reason: "must start with https:// or http://" },
  ...faultsOfAny,
];

/**
 * Whether deliveries may go to a URL (resolutions.md § 9, partner-api.md § Delivery rules). `reason` goes on where the
 * field's name ends ("must start with https://") and never repeats the URL, whose query may hold a token.
 * `url` is in WHATWG's normal form: addresses in plain notation, international names in punycode, so that what is shown is what is contacted.
 * Says nothing of where the name leads: that is checked at every connection.
 */
export function checkCallbackUrl(text: string, { allowedHosts }: CallbackUrlSettings): CheckedCallbackUrl {
  const textFault = textFaults.find(({ holds }) => holds(text));
  if (textFault !== undefined) return { ok: false, reason: textFault.reason };
  const url = new URL(text);
  const fault = (isExemptHost(url, allowedHosts) ? exemptFaults : faults).find(({ holds }) => holds(url));
  return fault === undefined ? { ok: true, url } : { ok: false, reason: fault.reason };
}

/** Whether `WEBHOOK_ALLOWED_HOSTS` names a URL's host, alone (any port) or with its port. */
export function isExemptHost({ protocol, hostname, port }: URL, allowedHosts: readonly string[]): boolean {
  const usual = protocol === "https:" ? "443" : "80";
  return allowedHosts.includes(hostname) || allowedHosts.includes(`${hostname}:${port === "" ? usual : port}`);
}

function isLiteral(hostname: string): boolean {
  return isAddress(bare(hostname));
}

/** A URL's host without the brackets around an IPv6 address. */
function bare(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
