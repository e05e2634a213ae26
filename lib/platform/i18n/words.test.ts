import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { en } from "#lib/platform/i18n/en.ts";
import { fr } from "#lib/platform/i18n/fr.ts";

const root = import.meta.dirname;

test('French texts call a delivery "livraison" everywhere, in the menu and on the pages', () => {
  for (const file of globSync("messages/fr/*.json", { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/(?<!\p{L})(?:r?envois?)(?!\p{L})/iu);
  }
});

test("no plural verb follows a bare count in an English text", () => {
  for (const file of globSync("messages/en/*.json", { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(
      /\{(?:count|left|open|failed|cancelled|succeeded|drafts|pending)\} (?:were|are|have)\b/,
    );
  }
});

const catalogue = (language: "en" | "fr", name: string) => readFileSync(join(root, "messages", language, `${name}.json`), "utf8");

// rules/words.md#texts-1, #states-2, #states-3
test.each([
  ["en", /\bwaiting deliver|deliver(?:y|ies) (?:is|are) waiting/i],
  ["en", /\bfailed calls?\b|\bcalls? failed\b(?! in)/i],
  ["en", /what you are told of|told once|found (?:lately|meanwhile)|by itself anew|\bmend it\b|a day to come|As the system/i],
  ["fr", /Jouer l’assureur|[Pp]réavis|Facturé|[Cc]ontrat (?:court|moyen|long)\b|Constaté récemment|de quoi vous êtes prévenu/],
  ["fr", /\b[Rr]etent(?:er|ée?)\b|en cours de reprise|Webhook rattrapé/],
  [
    "en",
    /\bEnd (?:now|the (?:previous )?key)\b|[Kk]ey ended|Public tariff|claims handler|Turn (?:on|off)|claim was cancelled|Payment returned/,
  ],
  ["fr", /[Aa]rrêter? (?:maintenant )?la clé|versement|Rejouer|[Ss]cénario (?:a changé|de la recette)|[Aa]perçus? de prix/],
] as const)("expressions that were replaced do not come back (%s, %s)", (language, replaced) => {
  for (const file of globSync(`messages/${language}/*.json`, { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(replaced);
  }
});

// rules/words.md#states-1
test.each([
  ["English", en],
  ["French", fr],
])("legends and files name the statuses of deliveries by their labels (%s)", (_language, texts) => {
  const labels = texts.common.statuses.delivery;
  const legend: Record<string, string> = { ...texts.overview.deliveries };
  const heads: Record<string, string> = texts.exports.heads.deliveries;
  for (const status of ["pending", "retrying", "succeeded", "failed", "cancelled"] as const) {
    const label = labels[status].toLowerCase();
    // French agrees in number.
    if (status !== "pending") expect([label, `${label}s`]).toContain(legend[status]?.toLowerCase());
    expect(heads[status]?.toLowerCase()).toContain(label);
  }
});

// rules/words.md#actions-1
test("each action on calls and deliveries has its own word", () => {
  expect(en.calls.sendAgain.open).toBe("Send again");
  expect([en.deliveries.actions.replay, en.deliveries.actions.retry, en.webhooks.recover.open]).toEqual(["Replay", "Retry now", "Recover"]);
  expect(fr.calls.sendAgain.open).toBe("Envoyer à nouveau");
  expect([fr.deliveries.actions.replay, fr.deliveries.actions.retry, fr.webhooks.recover.open]).toEqual([
    "Renvoyer",
    "Réessayer maintenant",
    "Récupérer",
  ]);
  for (const value of [catalogue("en", "calls"), catalogue("fr", "calls")]) {
    expect(value).not.toMatch(/: "[^"]*(?:\b[Rr]eplay|\b[Rr]envoyer|\b[Rr]ecover|[Rr]écupérer)/);
  }
});

// rules/words.md#states-4, #actions-1
test.each([
  ["English", en],
  ["French", fr],
])(
  "an action has the word of the state that follows it (%s)",
  (_language, { keys, claims, users, partners, webhooks, alerts, prices, common }) => {
    const { statuses } = common;
    const pairs = [
      [keys.named.end, statuses.key.revoked],
      [keys.end.confirm, statuses.key.revoked],
      [claims.links.revoke, claims.links.state.revoked],
      [users.disable.open, statuses.user.disabled],
      [partners.suspend.open, statuses.partner.suspended],
      [webhooks.disable, statuses.webhook.disabled],
      [alerts.turnOff, statuses.alert.off],
      [webhooks.signing.disable, webhooks.signing.off],
      [prices.refuse, prices.states.refused],
    ] as const;
    for (const [action, state] of pairs) {
      const [verb = ""] = action.split(" ");
      expect([action, state]).toEqual([action, expect.stringContaining(verb.slice(0, -2))]);
    }
    expect(users.enable.open).toBe(partners.resume.open);
    expect(webhooks.enable).toBe(alerts.turnOn);
    expect(users.enable.open).not.toBe(webhooks.enable);
  },
);

// rules/words.md#texts-2
test.each([
  ["English", en, /net/],
  ["French", fr, /net/],
])("amounts before and after deductions are told apart (%s)", (_language, texts, net) => {
  expect(texts.statements.figures.claims_paid).not.toBe(texts.claims.settlements.sums.paid);
  expect(texts.overview.portfolio.paid).toMatch(net);
});

// rules/figures.md#traffic-3
test("the health of webhooks speaks of attempts, and not of deliveries", () => {
  for (const { health } of [en.overview, fr.overview]) {
    expect([health.unsteadyHint, health.wellHint].join(" ")).not.toMatch(/deliver|livraison/i);
    expect([health.unsteadyHint, health.wellHint].join(" ")).toMatch(/attempt|tentative/i);
  }
});
