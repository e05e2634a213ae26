/** The defaults for scripts that run before lib/platform/env.ts may be imported. */
export const envDefaults = { HOST: "127.0.0.1", DATA_DIR: ".data" } as const;
