type Method = (...args: unknown[]) => unknown;

/** Statements with more parameters are left alone: their text depends on how many rows they write, and each would be kept. */
const mostParameters = 50;

/**
 * A postgres.js client that has Postgres prepare each statement once per connection. Drizzle asks it not to, which costs
 * every statement a second round trip, and Postgres a parse and a plan: a third of what creating a contract costs it.
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
