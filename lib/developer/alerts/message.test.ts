import { expect, test } from "vitest";
import type { AlertDetail } from "#db/schema/alerts.ts";
import { writeTest } from "#lib/developer/alerts/message.ts";
import { tellCause } from "#lib/developer/alerts/texts.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const since = new Date("2027-03-01T09:00:00.000Z");
const details: AlertDetail[] = [
  { kind: "errorRate", calls: 24, errors: 5 },
  { kind: "webhookFailing", webhookId: "whk_1", name: "Back office", attempts: 3 },
  { kind: "keyUnused", keyId: "key_1", preview: "cg_dev_ab12" },
  { kind: "keyOutdated", keyId: "key_1", preview: "cg_dev_ab12", works: true, endsAt: "2027-03-02T09:00:00.000Z" },
  { kind: "keyOutdated", keyId: "key_1", preview: "cg_dev_ab12", works: false, endsAt: "2027-02-28T09:00:00.000Z" },
  { kind: "claimWaiting", id: "claim_1", number: "CLM-100042" },
];

test.each(languages)("every cause says what and since when in %s", (language) => {
  const reader = { language, timeZone: "Europe/Paris" };
  expect(details.map((detail) => tellCause({ detail, since }, reader, { namesZone: false }))).toMatchSnapshot();
});

test.each(languages)("messages and pages call environments the same in %s", (language) => {
  const { environments } = messages[language].shell;
  for (const environment of ["development", "production"] as const) {
    const { subject } = writeTest({ kind: "keyUnused", language, timeZone: "UTC" }, environment);
    expect(subject).toContain(`(${environments[environment]})`);
  }
});
