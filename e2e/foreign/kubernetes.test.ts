import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { keepNpmPackages, MissingTool } from "#e2e/foreign/kept-tools.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import manifest from "#package.json" with { type: "json" };

const chart = join(import.meta.dirname, "../../ops/helm/covergate");
/** The ways of running that docs/operations/kubernetes.md offers. */
const ways = readdirSync(chart).filter((name) => /^values-\w+\.yaml$/.test(name));
const helm = findProgram("helm");
const required = ["--set", "baseUrl=https://api.example.com", "--set", "secretName=covergate"];

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(helm ?? "", [command, ...args], { cwd: chart, encoding: "utf8" });
  return { status, stdout, stderr };
}

const template = (way: string, ...given: string[]) =>
  run("template", "covergate", ".", "--kube-version", "1.33.0", "--values", way, "--set", "autoscaling.deliveries.enabled=true", ...given);

interface Resource {
  apiVersion: string;
  kind: string;
}

type Schema = new (value: unknown) => { validate(): void };

interface Model {
  getAttributeTypeMap(): { baseName: string; type: string }[];
}

/** The fields that Kubernetes does not have, by the types of its own client. A cluster leaves such a field out without a word. */
function findUnknown(models: Record<string, Model>, type: string, value: unknown, path: string): string[] {
  const [, item] = /^Array<(.+)>$/.exec(type) ?? [];
  if (item !== undefined && Array.isArray(value)) return value.flatMap((one, index) => findUnknown(models, item, one, `${path}[${index}]`));
  const model = models[type];
  if (model === undefined || typeof value !== "object" || value === null) return [];
  const types = new Map(model.getAttributeTypeMap().map((field) => [field.baseName, field.type]));
  return Object.entries(value).flatMap(([name, child]) => {
    const known = types.get(name);
    return known === undefined ? [`${path}.${name}`] : findUnknown(models, known, child, `${path}.${name}`);
  });
}

/** Checks a resource by the schemas of Kubernetes and the types of its client, which are in `place`. Returns what is wrong. */
async function check(place: string, resource: Resource): Promise<string[]> {
  const load = async <Module>(path: string) => (await import(join(place, "node_modules", path))) as Module;
  const schemas = await load<Record<string, Schema>>(`kubernetes-models/${resource.apiVersion}/index.js`);
  const Known = schemas[resource.kind];
  if (Known === undefined) return [`${resource.apiVersion} has no ${resource.kind}`];
  // Throws an error that names the field.
  new Known(resource).validate();
  const models = await load<Record<string, Model>>("@kubernetes/client-node/dist/index.js");
  const version = resource.apiVersion.split("/").at(-1) ?? "";
  return findUnknown(models, `${version.toUpperCase()}${resource.kind}`, resource, resource.kind);
}

test("the chart has the version of the release", () => {
  expect(readFileSync(join(chart, "Chart.yaml"), "utf8")).toContain(`\nversion: ${manifest.version}\nappVersion: "${manifest.version}"\n`);
});

describe.skipIf(helm === undefined)("the chart (needs helm)", () => {
  test.each(ways)("passes helm lint with %s", (way) => {
    const { status, stdout } = run("lint", ".", "--strict", "--values", way, ...required);
    expect({ status, said: status === 0 ? "" : stdout }).toEqual({ status: 0, said: "" });
  });

  test.for(ways)("renders what Kubernetes takes with %s, and no field that it lacks", async (way, { skip }) => {
    const { status, stdout, stderr } = template(way, ...required);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const resources = parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
    const kinds = resources.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(["Deployment", "HorizontalPodAutoscaler", "Ingress", "Job", "PodDisruptionBudget", "Service"]);
    const packages = ["kubernetes-models@5.1.0", "@kubernetes/client-node@2.0.1"];
    const place = await keepNpmPackages("kubernetes-1", packages).catch((error: unknown) => {
      if (error instanceof MissingTool) skip(error.message);
      throw error;
    });
    expect(await Promise.all(resources.map((resource) => check(place, resource)))).toEqual(resources.map(() => []));
    const misspelt = { apiVersion: "apps/v1", kind: "Deployment", spec: { replica: 2, selector: {}, template: {} } };
    expect(await check(place, misspelt)).toEqual(["Deployment.spec.replica"]);
  });

  test.each([
    ["secretName", required.slice(0, 2)],
    ["baseUrl", required.slice(2)],
    ["documents.claimName or settings.STORAGE_BUCKET", [...required, "--set", "documents.claimName="]],
  ])("names %s if it is missing", (name, given) => {
    const { status, stderr } = template("values-embedded.yaml", ...given);
    expect(status).toBe(1);
    expect(stderr).toContain(`${name}: `);
  });
});
