import { Covergate, CovergateError } from "@covergate/client";

const covergate = new Covergate();
try {
  await covergate.contracts.get("unknown");
} catch (error) {
  if (!(error instanceof CovergateError)) throw error;
  console.log(error.name, error.code, error.status);
  console.log(error.cure, error.executionId);
}
