import ipaddr from "ipaddr.js";

/** Prefixes that embed an IPv4 address in their last 32 bits: IPv4-mapped, and NAT64. */
const embeddings = ["::ffff:0:0/96", "64:ff9b::/96"].map((prefix) => ipaddr.IPv6.parseCIDR(prefix));

/** All IPv6 addresses assigned to the Internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Formally public, but answered by the cloud platform (Azure's wire server). */
const platformAddresses = new Set(["168.63.129.16"]);

const maxLength = 2000;

/** Suffixes of private networks, refused early for convenience; the address check at every connection is the protection. */
const privateNames = /(?:^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** A full domain name in WHATWG's form: lower case, ASCII, two labels or more. */
const fullName = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The host as written, before punycode and percent-decoding hide it. */
const writtenHost = /^[a-z][a-z0-9+.-]*:\/*(?:[^/?]*@)?([^/?]*)/i;
const notLatin = /[^\p{ASCII}\p{Script=Latin}\u0300-\u036F]|%/u;

/** Each error with the sentence that follows the field's name; the key names its translation. */
const reasons = {
  urlEmpty: "must not be empty",
  urlSpaces: "must not contain spaces, line breaks or backslashes",
  urlIncomplete: "must be a full URL such as https://hooks.example.com/covergate",
  urlFragment: "must not contain a fragment (#…), which is never sent; write a # that belongs to a token as %23",
  urlLetters: "must write its host in Latin letters, or in its ASCII form (xn--…)",
  urlLength: `must be at most ${maxLength} characters long`,
  urlPassword: "must not contain a user name or a password; put a secret token into the query",
  urlScheme: "must start with https://",
  urlSchemeExempt: "must start with https:// or http://",
  urlPort: "must not use a port that belongs to another protocol than HTTPS",
  urlDot: "must not end its host in a dot",
  urlAddress: "must not lead to a private or reserved address",
  urlPrivateName: "must not name a host of a private network",
  urlShortName: "must name its host in full, as in hooks.example.com",
} as const;
export type CallbackUrlError = keyof typeof reasons;

export type CheckedCallbackUrl = { ok: true; url: URL } | { ok: false; error: CallbackUrlError; reason: string };

/** Host names with or without a port, from `WEBHOOK_ALLOWED_HOSTS`. */
export interface CallbackUrlSettings {
  allowedHosts: readonly string[];
}

/** In the order in which errors are reported. */
type Checks<Subject> = readonly (readonly [CallbackUrlError, (subject: Subject) => boolean])[];

const textChecks: Checks<string> = [
  ["urlEmpty", (text) => text === ""],
  ["urlSpaces", (text) => /[\s\p{Cc}\\]/u.test(text)],
  ["urlIncomplete", (text) => !URL.canParse(text)],
  ["urlFragment", (text) => text.includes("#")],
  ["urlLetters", (text) => notLatin.test(writtenHost.exec(text)?.[1] ?? "")],
];

const checksOfAny: Checks<URL> = [
  ["urlLength", ({ href }) => href.length > maxLength],
  ["urlPassword", ({ username, password }) => username !== "" || password !== ""],
];

const checks: Checks<URL> = [
  ["urlScheme", ({ protocol }) => protocol !== "https:"],
  ...checksOfAny,
  ["urlPort", ({ port }) => port !== "" && foreignPorts.has(Number(port))],
  ["urlDot", ({ hostname }) => hostname.endsWith(".")],
  ["urlAddress", ({ hostname }) => isLiteral(hostname) && !isPublicAddress(bare(hostname))],
  ["urlPrivateName", ({ hostname }) => privateNames.test(hostname)],
  ["urlShortName", ({ hostname }) => !isLiteral(hostname) && !fullName.test(hostname)],
];

/** An exempt host belongs to the operator: plain HTTP, any name, address and port. */
const exemptChecks: Checks<URL> = [["urlSchemeExempt", ({ protocol }) => protocol !== "https:" && protocol !== "http:"], ...checksOfAny];

/**
 * Checks a URL for deliveries (rules/deliveries.md#webhooks-2). The result never repeats the URL, whose query may hold
 * a token. `url` is in WHATWG's normal form, so that what is shown is what is contacted. The addresses of the name are checked at every
 * connection.
 */
export function checkCallbackUrl(text: string, { allowedHosts }: CallbackUrlSettings): CheckedCallbackUrl {
  const textError = firstError(textChecks, text);
  if (textError !== undefined) return refused(textError);
  const url = new URL(text);
  const error = firstError(isExemptHost(url, allowedHosts) ? exemptChecks : checks, url);
  return error === undefined ? { ok: true, url } : refused(error);
}

function firstError<Subject>(all: Checks<Subject>, subject: Subject): CallbackUrlError | undefined {
  return all.find(([, holds]) => holds(subject))?.[0];
}

function refused(error: CallbackUrlError): CheckedCallbackUrl {
  return { ok: false, error, reason: reasons[error] };
}

export function isExemptHost({ protocol, hostname, port }: URL, allowedHosts: readonly string[]): boolean {
  const usual = protocol === "https:" ? "443" : "80";
  return allowedHosts.includes(hostname) || allowedHosts.includes(`${hostname}:${port === "" ? usual : port}`);
}

/** The host of a private URL, for `WEBHOOK_ALLOWED_HOSTS` to allow; undefined for a public host, and for a URL that it cannot allow. */
export function hostToAllow(text: string): string | undefined {
  if (!URL.canParse(text) || checkCallbackUrl(text.replace(/^http:/i, "https:"), { allowedHosts: [] }).ok) return undefined;
  const { host } = new URL(text);
  return checkCallbackUrl(text, { allowedHosts: [host] }).ok ? host : undefined;
}

function isLiteral(hostname: string): boolean {
  return isAddress(bare(hostname));
}

function bare(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

/** The Fetch standard's blocked ports, where other protocols could read a request as a command. */
const foreignPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A callback URL without its query, which may hold a token (rules/deliveries.md#webhooks-6). */
export function maskUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search === "" ? "" : "?•••"}`;
}

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
