import { Covergate } from "@covergate/client";

const covergate = new Covergate();
const { data, status, headers, executionId } = await covergate.renters.list().withResponse();
console.log(data.length, status, headers.get("content-type"), executionId);
