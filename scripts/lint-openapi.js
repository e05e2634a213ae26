import { readFileSync } from "node:fs";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

/**
 * Prints what Spectral finds in an OpenAPI document, as JSON. JavaScript, and a process of its own, as the types that
 * Spectral's depend on change global ones.
 */
const [path = ""] = process.argv.slice(2);
const spectral = new spectralCore.Spectral();
spectral.setRuleset({
  extends: [[spectralRulesets.oas, "all"]],
  // There is neither an address of support to publish, nor one of the licence beside its SPDX identifier.
  rules: { "contact-properties": "off", "license-url": "off" },
});
const problems = await spectral.run(JSON.parse(readFileSync(path, "utf8")));
process.stdout.write(JSON.stringify(problems.map(({ code, message, path: at }) => `${code} ${at.join(".")}: ${message}`)));
