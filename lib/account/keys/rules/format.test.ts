import { expect, test } from "vitest";
import { formatKey, keyPreview } from "#lib/account/keys/rules/format.ts";
import { environments } from "#lib/platform/environments.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

// rules/access.md#keys-5
test.each(environments)("a %s key is cut to its preview anywhere in a text", (environment) => {
  const key = formatKey(environment, "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u");
  expect(cutKeys(key)).toBe(keyPreview(key));
  expect(cutKeys(`the key ${key}, please`)).toBe(`the key ${keyPreview(key)}, please`);
});

test.each(["", "cg_live_", "cg_dev_ab", "cg_live_abcd", "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "Rivage"])("%s stays unchanged", (text) => {
  expect(cutKeys(text)).toBe(text);
});
