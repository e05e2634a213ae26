import { configFile, readJson, writePrivateJson } from "./files.ts";
import { readFromKeyring, removeFromKeyring, storeInKeyring } from "./keyring.ts";

export const environments = ["development", "production"] as const;
export type Environment = (typeof environments)[number];

/** A key in the file, or the mark that it is in the keyring. */
type Kept = { key: string } | { keyring: true };

interface Credentials {
  /** The address of the last login. */
  address?: string;
  /** By address, since a key is sent nowhere else. */
  keys: Partial<Record<string, Partial<Record<Environment, Kept>>>>;
}

export interface StoredKey {
  key: string;
  /** Where it is kept, in words. */
  place: string;
}

function credentialsFile(): string {
  return configFile("credentials.json");
}

export async function readCredentials(): Promise<Credentials> {
  return ((await readJson(credentialsFile())) as Credentials | undefined) ?? { keys: {} };
}

export async function findKey(address: string, environment: Environment): Promise<StoredKey | undefined> {
  const kept = (await readCredentials()).keys[address]?.[environment];
  if (kept === undefined) return undefined;
  if ("key" in kept) return { key: kept.key, place: credentialsFile() };
  const key = await readFromKeyring(accountOf(address, environment));
  return key === undefined ? undefined : { key, place: "the keyring" };
}

/** Keeps a key in the keyring, otherwise in a file that only its owner can read; returns where. */
export async function keepKey(address: string, environment: Environment, key: string): Promise<string> {
  const isInKeyring = await storeInKeyring(accountOf(address, environment), key);
  const { keys } = await readCredentials();
  const kept: Kept = isInKeyring ? { keyring: true } : { key };
  await writePrivateJson(credentialsFile(), { address, keys: { ...keys, [address]: { ...keys[address], [environment]: kept } } });
  return isInKeyring ? "the keyring" : credentialsFile();
}

/** Forgets the key; false where there is none. */
export async function forgetKey(address: string, environment: Environment): Promise<boolean> {
  const { keys, ...rest } = await readCredentials();
  const { [environment]: kept, ...others } = keys[address] ?? {};
  if (kept === undefined) return false;
  if ("keyring" in kept) await removeFromKeyring(accountOf(address, environment));
  await writePrivateJson(credentialsFile(), { ...rest, keys: { ...keys, [address]: others } });
  return true;
}

function accountOf(address: string, environment: Environment): string {
  return `${environment}@${address}`;
}
