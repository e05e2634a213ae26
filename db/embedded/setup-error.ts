/** An error of the machine or the settings. The message is one sentence with the error and its cure. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
