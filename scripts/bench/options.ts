/** What a run of the benchmark was asked for. */
export interface BenchOptions {
  /** How often contenders are measured, in turns; where it is not said, as often as the part wants. */
  rounds?: number | undefined;
  /** How long each is; where it is not said, as long as the part wants. */
  seconds?: number | undefined;
  /** Connections that load the API. */
  connections: number;
  /** How many contracts a bulk action and a closing are measured with. */
  contracts: number;
}
