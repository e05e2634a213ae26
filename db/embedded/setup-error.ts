/** A fault of the machine or the settings. The message is one sentence with the fault and its cure. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
