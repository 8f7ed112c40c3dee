import { beforeAll, expect } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { awaitedUpload } from "@/lib/http/documents/cockpit-schemas";
import { prepareApi } from "./api.fixture";
import { signInForTest } from "./signed-in.fixture";

/** Where the cockpit keeps documents. */
export const DOCUMENTS = "/api/cockpit/documents";

/** The API with a signed-in administrator's hands for documents of at most 100 bytes. */
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
  const announce = async (given: Record<string, unknown> = {}, key?: string) => {
    const { status, body } = await announceCall(aFile(given), key);
    expect(status).toBe(201);
    const { document, uploadSignedUrl } = awaitedUpload.parse(body);
    const path = `${DOCUMENTS}/${document.uuid}`;
    return { ...document, path, upload: uploadTo(uploadSignedUrl) };
  };
  return {
    api,
    call,
    announceCall,
    /** Announces a file; `upload` PUTs bytes to its URL. */
    announce,
    /** Announces a file of seven bytes, uploads and reports it. */
    announceReported: async () => {
      const announced = await announce();
      expect(await announced.upload("content")).toBe(200);
      expect((await call("PUT", announced.path, { status: 2 })).status).toBe(200);
      return announced;
    },
    userId: () => session.user.id,
  };
}

/** A method that routes may have. */
export type Method = Parameters<ReturnType<typeof prepareApi>["call"]>[0];

/** The body of a file of seven bytes for an asset of its own. */
export const aFile = (given: Record<string, unknown> = {}) => ({
  assetIdentifier: crypto.randomUUID(),
  ...{ name: "lease.pdf", folder: null, size: 7 },
  ...given,
});

/** PUTs bytes to a signed URL and answers the store's status. */
export const uploadTo = (url: string | null) => async (bytes: string) =>
  (await fetch(url ?? "no url", { method: "PUT", body: new TextEncoder().encode(bytes) })).status;

/** The code of a problem. */
export const codeOf = ({ body }: { body: unknown }) => cockpitProblem.parse(body).code;
