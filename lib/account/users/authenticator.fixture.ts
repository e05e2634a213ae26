import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyAnswer } from "#lib/account/users/schema.ts";

interface Asked {
  challenge: string;
  origin?: string;
  verified?: boolean;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

const clientData = (type: string, { challenge, origin }: Required<Pick<Asked, "challenge" | "origin">>) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
const flagsOf = (verified: boolean) => flags.present | (verified ? flags.verified : 0);

/** A WebAuthn authenticator in software, with one passkey. */
export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} } as const;
  let counter = 0;

  function dataOf(origin: string, given: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([given]), count]);
  }
  return {
    id: credential.id,
    /** The signature counter; set back, it acts as a copy of the authenticator. */
    setCounter: (count: number) => void (counter = count),
    create({ challenge, origin = "http://localhost:3000", verified = true }: Asked): NewPasskey["credential"] {
      // The public key in COSE: EC2, ES256, P-256, x, y.
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = Buffer.concat([dataOf(origin, flagsOf(verified) | flags.attested), attested]);
      // {fmt: "none", attStmt: {}, authData} in CBOR.
      const object = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", { challenge, origin })),
        attestationObject: base64url(object),
        transports: [],
      };
      return { ...credential, response };
    },
    sign({ challenge, origin = "http://localhost:3000", verified = true }: Asked): PasskeyAnswer {
      counter += 1;
      const [data, client] = [dataOf(origin, flagsOf(verified)), clientData("webauthn.get", { challenge, origin })];
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: "",
        },
      };
    },
  };
}
