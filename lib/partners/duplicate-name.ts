import { violatesConstraint } from "#db/driver.ts";
import { Refusal } from "#lib/refusal.ts";

/** For `.catch`: says that a partner's name is taken; passes every other failure on. */
export function refuseDuplicateName(name: string): (error: unknown) => never {
  return (error) => {
    throw violatesConstraint(error, "partners_name_unique")
      ? new Refusal(`there is a partner named ${name} already`, { key: "partnerNameTaken", values: { name } })
      : error;
  };
}
