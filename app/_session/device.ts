import { cookies } from "next/headers";
import { deviceCookie, deviceSeconds, isServedSecurely, sealDevice } from "#lib/users/cookies.ts";

/** Has the browser keep that this user has proved who they are with it (lib/users/cookies.ts). */
export async function rememberDevice(userId: string): Promise<void> {
  const jar = await cookies();
  jar.set(deviceCookie, await sealDevice(userId), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isServedSecurely,
    maxAge: deviceSeconds,
  });
}
