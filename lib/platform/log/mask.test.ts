import { expect, test } from "vitest";
import { asTemplate, findPlaceholder, maskText, unmaskValue } from "#lib/platform/log/mask.ts";

test.each([
  ['{"first_name":"Anna","last_name": "Mœller \\"K\\""}', '{"first_name":"•••","last_name": "•••"}', ["Anna", 'Mœller \\"K\\"']],
  [
    '{"insured":{"firstName":"Anna","phoneNumber":"+33 6 12 34 56 78"}}',
    '{"insured":{"firstName":"•••","phoneNumber":"•••"}}',
    ["Anna", "+33 6 12 34 56 78"],
  ],
  ['{"data":{"user_name":"Anna","product_marked":"FR-1"}}', '{"data":{"user_name":"•••","product_marked":"FR-1"}}', ["Anna"]],
  ['{"email":"anna@example.org"}', '{"email":"•••"}', ["anna@example.org"]],
  [
    '{"description":"write to anna@example.org or 06 12 34 56 78"}',
    '{"description":"write to ••• or •••"}',
    ["anna@example.org", "06 12 34 56 78"],
  ],
  ["email=anna%40example.org&phone=%2B33612345678", "email=•••&phone=•••", ["anna%40example.org", "%2B33612345678"]],
  ['{"phone_number":33612345678,"mobile": 6.12e8}', '{"phone_number":"•••","mobile": "•••"}', ["33612345678", "6.12e8"]],
  ["/v2/products/anna@example.org", "/v2/products/•••", ["anna@example.org"]],
  ['{"last_name":"cut of', '{"last_name":"•••', ["cut of"]],
])("%s is shown as %s", (text, shown, values) => {
  const { text: masked, masked: places } = maskText(text);
  expect(masked).toBe(shown);
  expect(places.map(({ place }) => unmaskValue(text, place)?.value)).toEqual(values);
});

test.each([
  '{"company_name":"Cycles","siren":"123456789","email":"","first_name":null}',
  '{"cid":"01JD0000000000000000000000","price":12345678901,"created_date":"2026-06-01T10:20:30.000Z"}',
  '{"product_id":"prod_01M83EXND59TVZ6SBWE3SZNY9Y","internal_id":"A-0612345678-B"}',
  '{"error":{"code":1103,"message":"company.first_name: is missing"}}',
  "uid=cycles-du-canal&skip=20",
])("nothing is masked in %s", (text) => {
  expect(maskText(text)).toEqual({ text, masked: [] });
});

test("a path without a value yields no value", () => {
  expect(unmaskValue('{"first_name":"Anna"}', 1)).toBeUndefined();
});

// rules/call-log.md#record-9
test.each([
  ['{"user_name":"Ada","phone_number":33612345678}', '{"user_name":"<hidden:user_name>","phone_number":"<hidden:phone_number>"}'],
  ["uid=ada%40example.org", "uid=<hidden:email>"],
  ['{"last_name":"•••","title":"•••"}', '{"last_name":"<hidden:value>","title":"<hidden:value>"}'],
  ['{"note":"cg_dev_[removed]"}', '{"note":"cg_dev_<hidden:secret>"}'],
])("a copy of %s has placeholders instead of masks", (text, template) => {
  const { text: shown, masked } = maskText(text);
  expect(asTemplate(shown, masked)).toBe(template);
  expect(findPlaceholder(template)).toMatch(/^<hidden:/);
});
