/** The guide's rehearsal of a year for continuous integration; e2e/api/rehearsal.release.test.ts runs it. */
export const rehearsalSample = `import assert from "node:assert/strict";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const { COVERGATE_BASE_URL = "https://covergate.example", COVERGATE_API_KEY = "", RENTER = "", PORT = "4000" } = process.env;

async function call(method: string, path: string, body?: object) {
  const headers = { key: COVERGATE_API_KEY, "content-type": "application/json" };
  const response = await fetch(\`\${COVERGATE_BASE_URL}/v2\${path}\`, { method, headers, body: body && JSON.stringify(body) });
  assert(response.ok, \`\${method} \${path}: \${response.status} \${await response.clone().text()}\`);
  return response.json();
}

// Stands for your system: a webhook of Development sends its events here.
const events = new Map<string, any>();
const receiver = createServer(async (request, response) => {
  const { event_type, data } = (await json(request)) as any;
  events.set(event_type, data);
  response.writeHead(204).end();
}).listen(Number(PORT));

await call("POST", "/sandbox/reset", { confirm: COVERGATE_API_KEY.slice(0, 11) });
const { now } = await call("GET", "/sandbox/clock");
const end = new Date(now);
end.setUTCFullYear(end.getUTCFullYear() + 1);

const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" };
const data = { product_marked: "BC-12345", user_name: "Ada Martin" };
const name = { first_name: "Ada", last_name: "Martin", phone_number: "+33612345678" };
const individual = { ...name, address: "12 rue de la Paix", zipcode: "75002", city: "Paris", country: "FR" };
const { contract } = await call("POST", "/contracts", {
  uid: RENTER, contract_type: "LLD", start_date: now, end_date: end, automatic_renewal: true,
  options: ["break", "theft", "home_to_work", "individual"], individual, products: [{ ...bike, data }],
});

await call("POST", "/sandbox/clock", { advance: "P1Y" });
for (let tries = 0; tries < 50 && !events.has("v2.contract.renewed"); tries += 1) await new Promise((next) => setTimeout(next, 200));
receiver.close();

assert(events.has("v2.contract.renewal.notification"), "the customer was not told of the renewal");
const renewed = events.get("v2.contract.renewed");
assert.equal(renewed?.start_date, contract.end_date, "the contract was not renewed");
console.log(\`\${contract.cid} was renewed by \${renewed.cid} until \${renewed.end_date}\`);
`;

/** The same rehearsal without a receiver, for a shell with curl and jq. */
export const rehearsalScript = `set -euo pipefail
COVERGATE_BASE_URL=\${COVERGATE_BASE_URL:-https://covergate.example}

call() {
  curl -sS --fail-with-body -X "$1" "$COVERGATE_BASE_URL/v2$2" \\
    -H "key: $COVERGATE_API_KEY" -H "content-type: application/json" \${3:+-d "$3"}
}

call POST /sandbox/reset "{\\"confirm\\": \\"\${COVERGATE_API_KEY:0:11}\\"}" > /dev/null
now=$(call GET /sandbox/clock | jq -r .now)
ends=$(jq -rn --arg now "$now" '$now | (.[0:4] | tonumber + 1 | tostring) + .[4:]')

contract=$(call POST /contracts "$(jq -n --arg uid "$RENTER" --arg now "$now" --arg ends "$ends" '{
  uid: $uid, contract_type: "LLD", start_date: $now, end_date: $ends, automatic_renewal: true,
  options: ["break", "theft", "home_to_work", "individual"],
  individual: {
    first_name: "Ada", last_name: "Martin", phone_number: "+33612345678",
    address: "12 rue de la Paix", zipcode: "75002", city: "Paris", country: "FR"
  },
  products: [{
    product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27",
    data: { product_marked: "BC-12345", user_name: "Ada Martin" }
  }]
}')")
cid=$(jq -r .contract.cid <<< "$contract")

call POST /sandbox/clock '{"advance": "P1Y"}' > /dev/null
next=$(call GET "/contracts/$cid/automaticRenewals" | jq -r '.automatic_renewals[0].next_cid')
test "$next" != null
echo "$cid was renewed by $next"
`;
