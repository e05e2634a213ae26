/** A fault of the machine or of the settings. Its message is one sentence for whoever starts Covergate: what is wrong and what to do. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
