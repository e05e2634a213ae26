import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const s3Settings = {
  STORAGE_BUCKET: "covergate-tests",
  STORAGE_REGION: "eu-west-3",
  STORAGE_ACCESS_KEY_ID: "AKIATESTSTESTSTESTS",
  STORAGE_SECRET_ACCESS_KEY: "a-secret-of-the-tests-that-guards-nothing",
};

interface StoredObject {
  bytes: Buffer;
  contentType: string | undefined;
  /** Now, where it is not said. */
  modifiedAt?: Date;
}

export interface S3Server {
  url: string;
  objects: Map<string, StoredObject>;
  /** Requests whose signature was wrong, or whose link had expired. */
  refused: string[];
  close(): Promise<void>;
}

/**
 * A small object store that speaks S3 over HTTP: objects of one bucket, put, got, listed and deleted, each request with a signature
 * (Signature Version 4, in the headers or in the query) that it checks. It takes no body without a length, as Amazon's does not.
 */
export async function startS3Server({ pageSize = 1_000 } = {}): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const refused: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://store");
    const bytes = await buffer(request);
    const error = errorOf(request, url, bytes);
    if (error !== undefined) {
      refused.push(`${request.method} ${url.pathname}: ${error}`);
      return response.writeHead(403, { "content-type": "application/xml" }).end(`<Error><Code>${error}</Code></Error>`);
    }
    const prefix = `/${s3Settings.STORAGE_BUCKET}/`;
    if (url.searchParams.get("list-type") === "2") {
      const page = listPage(objects, url.searchParams.get("continuation-token") ?? "", pageSize);
      return response.writeHead(200, { "content-type": "application/xml" }).end(page);
    }
    const key = decodeURIComponent(url.pathname.slice(prefix.length));
    if (!url.pathname.startsWith(prefix)) return response.writeHead(404).end("<Error><Code>NoSuchBucket</Code></Error>");
    if (request.method === "PUT") {
      if (request.headers["content-length"] === undefined) {
        return response.writeHead(411).end("<Error><Code>MissingContentLength</Code></Error>");
      }
      objects.set(key, { bytes, contentType: request.headers["content-type"], modifiedAt: new Date() });
      return response.writeHead(200, { etag: '"any"' }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (object === undefined) {
      return response.writeHead(404, { "content-type": "application/xml" }).end("<Error><Code>NoSuchKey</Code></Error>");
    }
    const asked = (name: string) => url.searchParams.get(`response-${name}`);
    const disposition = asked("content-disposition");
    return response
      .writeHead(200, {
        "content-type": asked("content-type") ?? object.contentType ?? "application/octet-stream",
        ...(disposition !== null && { "content-disposition": disposition }),
      })
      .end(object.bytes);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A page of the list of all objects after a key, in the order of the keys (ListObjectsV2). */
function listPage(objects: ReadonlyMap<string, StoredObject>, after: string, pageSize: number): string {
  const keys = [...objects.keys()].toSorted().filter((key) => key > after);
  const page = keys.slice(0, pageSize);
  const isCut = keys.length > page.length;
  const contents = page.map((key) => {
    const { bytes, modifiedAt = new Date() } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
  });
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
}

/** Returns the fault of a request's signature; undefined if it is valid (AWS Signature Version 4). */
function errorOf(request: IncomingMessage, url: URL, bytes: Buffer): string | undefined {
  const query = url.searchParams;
  const signature = query.get("X-Amz-Signature");
  if (signature !== null) {
    const made = parseAmzDate(query.get("X-Amz-Date") ?? "");
    if (Date.now() > made + Number(query.get("X-Amz-Expires")) * 1000) return "AccessDenied: Request has expired";
    query.delete("X-Amz-Signature");
    const signed = {
      scope: query.get("X-Amz-Credential") ?? "",
      names: query.get("X-Amz-SignedHeaders") ?? "",
      date: query.get("X-Amz-Date") ?? "",
    };
    return sign(request, url, signed, "UNSIGNED-PAYLOAD") === signature ? undefined : "SignatureDoesNotMatch";
  }
  const { authorization = "" } = request.headers;
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization);
  if (parts === null) return "AccessDenied: not signed";
  const [, scope = "", names = "", given = ""] = parts;
  const payload = String(request.headers["x-amz-content-sha256"]);
  if (/^[0-9a-f]{64}$/.test(payload) && payload !== sha256(bytes)) return "XAmzContentSHA256Mismatch";
  const signed = { scope, names, date: String(request.headers["x-amz-date"]) };
  return sign(request, url, signed, payload) === given ? undefined : "SignatureDoesNotMatch";
}

function sign(
  { method, headers }: IncomingMessage,
  { pathname, searchParams }: URL,
  { scope, names, date }: { scope: string; names: string; date: string },
  payload: string,
): string {
  const [accessKey, day = "", region = "", service = "", end = ""] = scope.split("/");
  if (accessKey !== s3Settings.STORAGE_ACCESS_KEY_ID || region !== s3Settings.STORAGE_REGION) return "unknown";
  const query = [...searchParams].map(([name, value]) => `${escape(name)}=${escape(value)}`).toSorted();
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join("&"), lines.join(""), names, payload].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, [day, region, service, end].join("/"), sha256(canonical)].join("\n");
  const secret = `AWS4${s3Settings.STORAGE_SECRET_ACCESS_KEY}`;
  const key = [day, region, service, end].reduce<string | Buffer>((last, part) => createHmac("sha256", last).update(part).digest(), secret);
  return createHmac("sha256", key).update(text).digest("hex");
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const escape = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
const parseAmzDate = (text: string) => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
