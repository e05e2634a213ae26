import { configFile, readJson, writePrivateJson } from "./files.ts";

export const environments = ["development", "production"] as const;
export type Environment = (typeof environments)[number];

interface Credentials {
  /** The address of the last login. */
  address?: string;
  /** By address, since a key is sent nowhere else. */
  keys: Partial<Record<string, Partial<Record<Environment, { key: string }>>>>;
}

export interface StoredKey {
  key: string;
  /** The name of the place where it is kept. */
  place: string;
}

function credentialsFile(): string {
  return configFile("credentials.json");
}

export async function readCredentials(): Promise<Credentials> {
  return ((await readJson(credentialsFile())) as Credentials | undefined) ?? { keys: {} };
}

export async function findKey(address: string, environment: Environment): Promise<StoredKey | undefined> {
  const stored = (await readCredentials()).keys[address]?.[environment];
  return stored === undefined ? undefined : { key: stored.key, place: credentialsFile() };
}

/** Stores a key in a file that only its owner can read; returns the path. */
export async function keepKey(address: string, environment: Environment, key: string): Promise<string> {
  const { keys } = await readCredentials();
  await writePrivateJson(credentialsFile(), { address, keys: { ...keys, [address]: { ...keys[address], [environment]: { key } } } });
  return credentialsFile();
}

/** Deletes the key; false if there is none. */
export async function forgetKey(address: string, environment: Environment): Promise<boolean> {
  const { keys, ...rest } = await readCredentials();
  const { [environment]: stored, ...others } = keys[address] ?? {};
  if (stored === undefined) return false;
  await writePrivateJson(credentialsFile(), { ...rest, keys: { ...keys, [address]: others } });
  return true;
}
