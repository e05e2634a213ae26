import { Covergate } from "@covergate/client";

const covergate = new Covergate();
for await (const contract of covergate.contracts.list({ uid: process.env.RENTER ?? "" })) {
  console.log(contract.cid, contract.status, contract.price);
}
