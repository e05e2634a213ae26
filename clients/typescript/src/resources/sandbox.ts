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

  async clock(options?: CallOptions): Promise<SandboxClock> {
    return this.#connection.send("getSandboxClock", {}, options);
  }

  /** Moves the clock forward, by `advance` such as `P1M` or `to` an instant. Where that takes long, `catching_up` of `clock` shows how far it has come. */
  async moveClock(move: MoveSandboxClockRequest, options?: CallOptions): Promise<MovedSandboxClock> {
    return this.#connection.send("moveSandboxClock", { body: move }, options);
  }

  /** Back to the real time. */
  async returnClock(options?: CallOptions): Promise<MovedSandboxClock> {
    return this.#connection.send("returnSandboxClock", {}, options);
  }

  /** Plays the insurer: an action of the claims desk on a claim. */
  async play(id: string, move: SandboxMove, details: PlaySandboxMoveRequest = {}, options?: CallOptions): Promise<ClaimResponse> {
    return (await this.#connection.send("playSandboxMove", { path: { id, move }, body: details }, options)).data;
  }

  /** Plays a whole life of a claim, a second between its steps. */
  async playScenario(id: string, name: SandboxScenarioName, options?: CallOptions): Promise<SandboxScenario> {
    return (await this.#connection.send("playSandboxScenario", { path: { id }, body: { name } }, options)).data;
  }

  async reopenContract(contractId: string, reopening: ReopenContractRequest, options?: CallOptions): Promise<Contract> {
    return (await this.#connection.send("reopenSandboxContract", { path: { contractId }, body: reopening }, options)).contract;
  }

  /** Empties the environment. `confirm` is the beginning of the development key, as the portal shows it. */
  async reset(confirm: string, options?: CallOptions): Promise<void> {
    await this.#connection.send("resetSandbox", { body: { confirm } }, options);
  }
}
