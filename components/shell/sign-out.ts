let isUnderWay = false;

/** True from the end of the session until the sign-in is loaded: a request that is refused meanwhile leads nowhere else. */
export function isLeaving(): boolean {
  return isUnderWay;
}

/** Ends this browser's session, and drops everything loaded with it. */
export async function leave(): Promise<void> {
  // Loaded on demand, since no page needs it to be shown.
  const { signOut } = await import("next-auth/react");
  isUnderWay = true;
  try {
    await signOut({ redirect: false });
    // Browsers keep pages that were left: one that is shown again, by "Back", leads to the sign-in as any other.
    addEventListener("pageshow", () => (isUnderWay = false), { once: true });
    location.assign("/sign-in");
  } catch (error) {
    isUnderWay = false;
    throw error;
  }
}
