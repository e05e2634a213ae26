import { CovergateError } from "./error.ts";

/** The data of a call, and its response. */
export interface ApiResponse<Data> {
  data: Data;
  status: number;
  headers: Headers;
  /** Identifies the call in the call log of the portal; quote it to support. */
  executionId: string | undefined;
}

/** The future result of a call: `await` it, or await `withResponse()` for its status, headers and execution id as well. */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #response: Promise<ApiResponse<Data>>;

  /** `then`, `catch` and `finally` give plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(response: Promise<ApiResponse<Data>>) {
    super(() => {});
    this.#response = response;
  }

  withResponse(): Promise<ApiResponse<Data>> {
    return this.#response;
  }

  /** A failure reaches only callers that await: there is one promise behind both ways. */
  // oxlint-disable-next-line unicorn/no-thenable -- a promise has one
  override then<Next = Data, Caught = never>(
    onFulfilled?: ((data: Data) => Next | PromiseLike<Next>) | null,
    onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Next | Caught> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  /** @internal A member of the envelope. */
  pick<Key extends keyof Data>(key: Key): ApiPromise<Data[Key]> {
    return this.map((data) => {
      if (data[key] === undefined) throw new TypeError(`${String(key)} is missing`);
      return data[key];
    });
  }

  /** @internal */
  map<Next>(read: (data: Data) => Next): ApiPromise<Next> {
    return new ApiPromise(
      this.#response.then((response) => {
        try {
          return { ...response, data: read(response.data) };
        } catch (cause) {
          const { status, executionId } = response;
          throw new CovergateError("UNREADABLE_RESPONSE", "the response is not that of the API", { status, executionId, cause });
        }
      }),
    );
  }
}
