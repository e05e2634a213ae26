/** Why an attempt got no response: a stable code for filters, and a sentence. */
export interface NetworkError {
  error: NetworkErrorName;
  message: string;
}

export type NetworkErrorName = keyof typeof sentences;

const sentences = {
  url_refused: "The callback URL is not allowed",
  address_refused: "The host has no public address, so no connection was made",
  dns_failed: "The host name could not be resolved",
  connection_refused: "The host refused the connection",
  unreachable: "The host cannot be reached",
  proxy_failed: "The proxy of this installation could not be used",
  proxy_refused: "The proxy of this installation made no connection to the host",
  tls_failed: "No secure connection could be made",
  timeout: "No answer came in time",
  connection_lost: "The connection broke before an answer came",
  invalid_response: "The answer is not valid HTTP",
  aborted: "The attempt was cut off because the service is stopping",
  network_error: "The request failed",
} as const satisfies Record<string, string>;

/** Codes of Node, undici and OpenSSL; the first matching pattern counts. */
const codes: readonly [pattern: RegExp, error: NetworkErrorName][] = [
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(?:ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, "timeout"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, "unreachable"],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, "connection_lost"],
  [/^(?:HTTPParserError|HPE_\w+|UND_ERR_HEADERS_OVERFLOW)$/, "invalid_response"],
  [/^(?:UND_ERR_ABORTED|UND_ERR_CLOSED|UND_ERR_DESTROYED)$/, "aborted"],
  [
    /^(?:EPROTO|CERT_\w+|CRL_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED\w*|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_(?:TLS|SSL)_\w+)$/,
    "tls_failed",
  ],
];

/** `detail` must contain no address and no part of a URL's query. */
export function toNetworkError(error: NetworkErrorName, detail = ""): NetworkError {
  return { error, message: detail === "" ? `${sentences[error]}.` : `${sentences[error]} (${detail}).` };
}

/** Uses only the code of an error, since messages contain addresses. */
export function explainNetworkError(error: Error): NetworkError {
  if (error instanceof BlockedConnection) return error.failure;
  const code = codeOf(error);
  const match = codes.find(([pattern]) => pattern.test(code === "" ? error.name : code));
  return toNetworkError(match?.[1] ?? "network_error", code);
}

export class BlockedConnection extends Error {
  override name = "BlockedConnection";
  readonly failure: NetworkError;

  constructor(failure: NetworkError, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
