/** The parts of a request that a client sends. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly port: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the request, which is sent as JSON. */
  readonly body?: unknown;
}

/** Formats a request as curl would send it to a port on 127.0.0.1. */
export function formatRequest({ method, path, port, headers = {}, body }: HttpRequest): string {
  const json = body === undefined ? null : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Accept: */*"];
  lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  if (json !== null) {
    lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(json)}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${json ?? ""}`;
}
