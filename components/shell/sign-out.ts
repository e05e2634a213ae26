/** Ends this browser's session, and drops everything loaded with it. */
export async function leave(): Promise<void> {
  // Loaded on demand, since no page needs it to be shown.
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  location.assign("/sign-in");
}
