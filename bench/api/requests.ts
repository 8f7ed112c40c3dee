const DOCUMENTS = "/external-api/staged-documents";

/** The three calls that are measured. */
export type Call = "create" | "report" | "get";

/** The status of a success. */
export const SUCCESS: Readonly<Record<Call, number>> = { create: 201, report: 200, get: 200 };

/** One server's requests as they go over the wire. */
export interface Requests {
  create(name: string): string;
  report(uuid: string): string;
  get(uuid: string): string;
}

/** The requests of a client that has this key, as curl would send them. */
export function makeRequests(port: number, apiKey: string): Requests {
  const host = `127.0.0.1:${port}`;
  const common = `Host: ${host}\r\nAccept: */*\r\nAuthorization: Bearer ${apiKey}\r\n`;
  const withBody = (line: string, body: unknown) => {
    const json = JSON.stringify(body);
    const length = Buffer.byteLength(json);
    return `${line} HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${json}`;
  };
  return {
    create: (name) => withBody(`POST ${DOCUMENTS}`, { assetIdentifier: "BLD-0001", name }),
    report: (uuid) => withBody(`PUT ${DOCUMENTS}/${uuid}`, { status: 2 }),
    get: (uuid) => `GET ${DOCUMENTS}/${uuid} HTTP/1.1\r\n${common}\r\n`,
  };
}

/** An upload of a few bytes to a signed URL. */
export function uploadRequest(signedUrl: string, bytes: string): string {
  const { host, pathname, search } = new URL(signedUrl);
  return `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${Buffer.byteLength(bytes)}\r\n\r\n${bytes}`;
}
