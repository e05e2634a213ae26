/** What the scripts must know of lib/env.ts before it may be imported. */
export const envDefaults = { HOST: "127.0.0.1", DATA_DIR: ".data" } as const;
