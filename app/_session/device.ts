import { cookies } from "next/headers";
import { deviceCookie, deviceSeconds, sealDevice } from "#lib/users/devices.ts";
import { isServedSecurely } from "#lib/users/session.ts";

/** Has the browser keep that this user has proved who they are with it (lib/users/devices.ts). */
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
