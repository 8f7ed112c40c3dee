import { beforeAll, expect } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { awaitedUpload } from "@/lib/http/documents/cockpit-schemas";
import { prepareApi } from "./api.fixture";
import { signInForTest } from "./signed-in.fixture";

/** The path of the cockpit's documents. */
export const DOCUMENTS = "/api/cockpit/documents";

/** Prepares the API with a signed-in administrator, for documents of at most 100 bytes. */
export function prepareCockpitDocuments() {
  const api = prepareApi({ UPLOAD_SIZE_MAX_BYTES: "100" });
  let session: Awaited<ReturnType<typeof signInForTest>>;
  beforeAll(async () => {
    session = await signInForTest(api.container);
  });
  const call = (
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => api.call(method, path, { key: null, body, headers: { ...session.headers, ...headers } });
  const announceCall = (body: unknown, key: string = crypto.randomUUID()) =>
    call("POST", DOCUMENTS, body, { "idempotency-key": key });
  const announce = async (overrides: Record<string, unknown> = {}, key?: string) => {
    const { status, body } = await announceCall(aFile(overrides), key);
    expect(status).toBe(201);
    const { document, uploadSignedUrl } = awaitedUpload.parse(body);
    const path = `${DOCUMENTS}/${document.uuid}`;
    return { ...document, path, upload: uploadTo(uploadSignedUrl) };
  };
  return {
    api,
    call,
    announceCall,
    /** Creates a document. `upload` PUTs bytes to its URL. */
    announce,
    /** Creates a document with a file of seven bytes, uploads the file and reports it. */
    announceReported: async () => {
      const announced = await announce();
      expect(await announced.upload("content")).toBe(200);
      expect((await call("PUT", announced.path, { status: 2 })).status).toBe(200);
      return announced;
    },
    userId: () => session.user.id,
  };
}

/** A method that a route may support. */
export type Method = Parameters<ReturnType<typeof prepareApi>["call"]>[0];

/** Returns the body that creates a document with a file of seven bytes, for a new asset. */
export const aFile = (overrides: Record<string, unknown> = {}) => ({
  assetIdentifier: crypto.randomUUID(),
  name: "lease.pdf",
  folder: null,
  size: 7,
  ...overrides,
});

/** PUTs bytes to a signed URL and returns the object store's status. */
export const uploadTo = (url: string | null) => async (bytes: string) =>
  (await fetch(url ?? "no url", { method: "PUT", body: new TextEncoder().encode(bytes) })).status;

/** Returns the code of a problem. */
export const codeOf = ({ body }: { body: unknown }) => cockpitProblem.parse(body).code;
