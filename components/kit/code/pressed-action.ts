/** A button that the palette presses for its user, by its `data-action`. It opens a dialog or shows something; it never changes anything alone. */
export type PressedAction =
  | "copySecret"
  | "revealSecret"
  | "rotateKey"
  | "sendTestEvent"
  | "replayMatching"
  | "inviteUser"
  | "changePassword";
