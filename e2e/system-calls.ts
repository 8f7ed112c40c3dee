import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import type { Product } from "./product";

/** Uploads a document with its bytes, as another system would, which leaves it at status 2. @returns its uuid */
export async function handIn(
  product: Product,
  assetIdentifier: string,
  name: string,
): Promise<string> {
  const answer = await call(product, "POST", "", { assetIdentifier, name });
  expect(answer.status).toBe(201);
  const { uuid, uploadSignedUrl } = createdStagedDocument.parse(await answer.json());
  const put = await fetch(uploadSignedUrl, { method: "PUT", body: `bytes ${randomUUID()}` });
  expect(put.status).toBe(200);
  await report(product, uuid, 2);
  return uuid;
}

/** Reports a status of a document, as another system would. */
export async function report(product: Product, uuid: string, status: number): Promise<void> {
  const answer = await call(product, "PUT", `/${uuid}`, { status });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Creates a document as another system would. @returns the API's response, even if it is an error */
export function announce(product: Product, assetIdentifier: string, name: string) {
  return call(product, "POST", "", { assetIdentifier, name });
}

function call({ url, apiKey }: Product, method: string, path: string, body: object) {
  return fetch(`${url}/external-api/staged-documents${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
