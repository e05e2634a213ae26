import { request } from "node:http";
import { text } from "node:stream/consumers";
import { inject } from "vitest";

/** A request as it goes over the wire, without the courtesies of `fetch`: no normal form of the path, no content type by itself. */
export interface RawRequest {
  method: string;
  /** With the leading `/v2`. */
  path: string;
  headers?: Record<string, string>;
  /** Sent with a content-length when it is one piece, chunked when it is several; pieces are asked for until the answer is there. */
  body?: string | Uint8Array | Iterable<Uint8Array>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request and reads the answer, also one that comes before the whole body was sent. */
export function send({ method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(inject("baseUrl"));
  return new Promise((resolve, reject) => {
    let answered = false;
    const outgoing = request({ method, path, headers, hostname, port, agent: false }, (incoming) => {
      answered = true;
      text(incoming).then((received) => {
        resolve({ status: incoming.statusCode ?? 0, headers: new Headers(incoming.headers as Record<string, string>), text: received });
        outgoing.destroy();
      }, reject);
    });
    // A server that refuses a body before its end may close the connection under the rest of it.
    outgoing.on("error", (error) => (answered ? undefined : reject(error)));
    if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
      outgoing.end(body);
      return;
    }
    const pieces = body[Symbol.iterator]();
    const push = () => {
      for (let piece = pieces.next(); !answered; piece = pieces.next()) {
        if (piece.done) return outgoing.end();
        if (!outgoing.write(piece.value)) return outgoing.once("drain", push);
      }
    };
    push();
  });
}
