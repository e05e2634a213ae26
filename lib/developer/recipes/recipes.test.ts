import { describe, expect, test } from "vitest";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { asShell } from "#lib/developer/recipes/as-shell.ts";
import { captureFrom, fillStep } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";

const now = new Date("2027-01-31T09:00:00.000Z");
const namesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name).filter((name) => name !== "now");

describe("a recipe", () => {
  test.each(eventTypes)("for %s uses only values that earlier steps captured", (eventType) => {
    const { steps, about } = recipes[eventType];
    const known = new Set<string | undefined>(["renter"]);
    for (const { path, body, capture } of steps) {
      expect(namesIn([path, body ?? null]).filter((name) => !known.has(name))).toEqual([]);
      for (const name of Object.keys(capture ?? {})) known.add(name);
    }
    expect(known).toContain(about);
  });

  test("is filled in with captured values, and with times by the sandbox's clock", () => {
    const step = {
      method: "POST",
      path: "/contracts/{cid}",
      body: { at: "{now}", ends: ["{now+2h}", "{now+1d}", "{now+1mo}"], of: "{cid}" },
    } as const;
    expect(fillStep(step, { cid: "01JD" }, now)).toEqual({
      method: "POST",
      path: "/contracts/01JD",
      body: {
        at: "2027-01-31T09:00:00.000Z",
        ends: ["2027-01-31T11:00:00.000Z", "2027-02-01T09:00:00.000Z", "2027-02-28T09:00:00.000Z"],
        of: "01JD",
      },
    });
    expect(() => fillStep(step, {}, now)).toThrow("cid");
  });

  test("captures fields and the first item of a list, and nothing that is missing", () => {
    const step = { method: "GET", path: "/", capture: { cpid: "contract.products.*", first: "data.0.id", none: "data.1.id" } } as const;
    expect(captureFrom(step, { contract: { products: { cpid_1: {}, cpid_2: {} } }, data: [{ id: "doc_1" }] })).toEqual({
      cpid: "cpid_1",
      first: "doc_1",
    });
  });

  test("as a curl script reads what it needs from each answer", () => {
    expect(asShell(recipes["v2.contract.terminated"], "https://covergate.example")).toMatchInlineSnapshot(`
      "COVERGATE_BASE_URL=https://covergate.example   # COVERGATE_API_KEY: your development key; RENTER: a renter attached to it
      now=$(curl -sS "$COVERGATE_BASE_URL/v2/sandbox/clock" -H "key: $COVERGATE_API_KEY" | jq -r .now)
      answer=$(curl -sS -X POST "$COVERGATE_BASE_URL/v2/contracts" -H "key: $COVERGATE_API_KEY" -H "content-type: application/json" -d @- <<JSON
      {"uid":"$RENTER","contract_type":"LCD","end_date":"$(date -u -d "$now + 7 days" +%FT%TZ)","options":["break","theft"],"products":[{"product_type":"bike","product_subtype":"electric","value_excl":2400,"brand":"Moustache","model":"Lundi 27","data":{"product_marked":"BC-12345","user_name":"Ada Martin"}}]}
      JSON
      )
      cid=$(jq -r '.contract.cid' <<<"$answer")
      cpid=$(jq -r '.contract.products | keys_unsorted[0]' <<<"$answer")
      start=$(jq -r '.contract.start_date' <<<"$answer")
      curl -sS -X POST "$COVERGATE_BASE_URL/v2/sandbox/clock" -H "key: $COVERGATE_API_KEY" -H "content-type: application/json" -d @- <<JSON
      {"advance":"PT5H"}
      JSON
      curl -sS -X DELETE "$COVERGATE_BASE_URL/v2/contracts/$cid" -H "key: $COVERGATE_API_KEY" -H "content-type: application/json" -d @- <<JSON
      {"reason":"The customer bought the bike."}
      JSON"
    `);
  });
});
