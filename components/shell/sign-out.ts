/** Ends this browser's session, and forgets what was loaded with it. */
export async function leave(): Promise<void> {
  // Loaded when it is needed: no page needs it to be shown.
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  location.assign("/sign-in");
}
