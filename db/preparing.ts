import { inspect } from "node:util";
import postgres from "postgres";

type Method = (...args: unknown[]) => unknown;

/** Statements with more parameters are left alone: their text depends on how many rows they write, and each would be kept. */
const mostParameters = 50;

/** Drizzle names a statement's parameters in the error of its failure, for whoever prints that: they are what people entrusted to us. */
const unsaid = Object.fromEntries(["toString", "toJSON", inspect.custom].map((name) => [name, { value: () => "not shown" }]));

/** Where Postgres quotes the row that it refused: for code to read, and not for whoever prints the error. */
for (const field of ["detail", "where"]) {
  Object.defineProperty(postgres.PostgresError.prototype, field, {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, field, { value });
    },
  });
}

/**
 * A postgres.js client that has Postgres prepare each statement once per connection. Drizzle asks it not to, which costs
 * every statement a second round trip, and Postgres a parse and a plan: a third of what creating a contract costs it.
 * No error of a statement lists its parameters, or the row that they make.
 */
export function preparing<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const method = value as Method;
      if (name === "unsafe") {
        const prepareShort: Method = (text, parameters, options) => {
          const prepare = Array.isArray(parameters) && parameters.length <= mostParameters;
          if (Array.isArray(parameters)) Object.defineProperties(parameters, unsaid);
          return method.call(target, text, parameters, { ...(options as object | undefined), prepare });
        };
        return prepareShort;
      }
      if (name === "begin" || name === "savepoint") {
        const prepareInside: Method = (...args) => {
          const work = args.pop() as (inner: object) => unknown;
          return method.call(target, ...args, (inner: object) => work(preparing(inner)));
        };
        return prepareInside;
      }
      return value;
    },
  });
}
