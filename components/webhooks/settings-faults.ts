/**
 * The keys, in `webhooks.settingsFaults`, of what the schema and the rule on callback URLs object to (lib/webhooks/schema.ts,
 * lib/webhooks/rules/callback-url.ts), whose messages are English and go on where a field's name ends.
 */
const keys = {
  "must be 1 to 80 characters long": "nameLength",
  "must not contain line breaks or other control characters": "nameCharacters",
  "must name at least one event type": "noEvents",
  "must not be empty": "urlEmpty",
  "must not contain spaces, line breaks or backslashes": "urlSpaces",
  "must be a full URL such as https://hooks.example.com/covergate": "urlIncomplete",
  "must not contain a fragment (#…), which is never sent; write a # that belongs to a token as %23": "urlFragment",
  "must write its host in Latin letters, or in its ASCII form (xn--…)": "urlLetters",
  "must be at most 2000 characters long": "urlLength",
  "must not contain a user name or a password; put a secret token into the query": "urlPassword",
  "must start with https://": "urlScheme",
  "must start with https:// or http://": "urlSchemeExempt",
  "must not use a port that belongs to another protocol than HTTPS": "urlPort",
  "must not end its host in a dot": "urlDot",
  "must not lead to a private or reserved address": "urlAddress",
  "must not name a host of a private network": "urlPrivateName",
  "must name its host in full, as in hooks.example.com": "urlShortName",
} as const;

type FaultKey = (typeof keys)[keyof typeof keys];

/** Undefined for what has no sentence of its own. */
export function faultKeyOf(message: string): FaultKey | undefined {
  return (keys as Partial<Record<string, FaultKey>>)[message];
}
