import type { CallOptions, Connection, PathOf, ResponseOf } from "../connection.ts";
import type {
  ClaimResponse,
  Contract,
  MoveSandboxClockRequest,
  PlaySandboxMoveRequest,
  ReopenContractRequest,
  SandboxScenario,
  SandboxScenarioName,
} from "../generated/schema.ts";
import type { ApiPromise } from "../response.ts";

type Without<Body> = Omit<Body, "status" | "execution_id">;
export type SandboxClock = Without<ResponseOf<"getSandboxClock">>;
export type MovedSandboxClock = Without<ResponseOf<"moveSandboxClock">>;
export type SandboxMove = PathOf<"playSandboxMove">["move"];

/** A development environment to rehearse in; a production key is refused. */
export class Sandbox {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @example await covergate.sandbox.clock(); */
  clock(options?: CallOptions): ApiPromise<SandboxClock> {
    return this.#connection.send("getSandboxClock", {}, options);
  }

  /**
   * Moves the clock forward, by `advance` such as `P1M` or `to` an instant. Where that takes long, `catching_up` of `clock` shows how far it has come.
   * @example await covergate.sandbox.moveClock({ advance: "P1M" });
   */
  moveClock(move: MoveSandboxClockRequest, options?: CallOptions): ApiPromise<MovedSandboxClock> {
    return this.#connection.send("moveSandboxClock", { body: move }, options);
  }

  /** Back to the real time. @example await covergate.sandbox.returnClock(); */
  returnClock(options?: CallOptions): ApiPromise<MovedSandboxClock> {
    return this.#connection.send("returnSandboxClock", {}, options);
  }

  /**
   * Plays the insurer: an action of the claims desk on a claim.
   * @example await covergate.sandbox.play("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "takeOver");
   */
  play(id: string, move: SandboxMove, details: PlaySandboxMoveRequest = {}, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("playSandboxMove", { path: { id, move }, body: details }, options).pick("data");
  }

  /**
   * Plays a whole life of a claim, a second between its steps.
   * @example await covergate.sandbox.playScenario("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "paid");
   */
  playScenario(id: string, name: SandboxScenarioName, options?: CallOptions): ApiPromise<SandboxScenario> {
    return this.#connection.send("playSandboxScenario", { path: { id }, body: { name } }, options).pick("data");
  }

  /** @example await covergate.sandbox.reopenContract("01JD3W7Q8ZH4C6E1Y9B3D5F7G2", { end_date: "2027-01-20T08:00:00Z" }); */
  reopenContract(contractId: string, reopening: ReopenContractRequest, options?: CallOptions): ApiPromise<Contract> {
    return this.#connection.send("reopenSandboxContract", { path: { contractId }, body: reopening }, options).pick("contract");
  }

  /**
   * Empties the environment. `confirm` is the beginning of the development key, as the portal shows it.
   * @example await covergate.sandbox.reset("cg_dev_Xy12");
   */
  reset(confirm: string, options?: CallOptions): ApiPromise<void> {
    return this.#connection.send("resetSandbox", { body: { confirm } }, options).map(() => undefined);
  }
}
