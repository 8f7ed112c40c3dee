import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import type { Product } from "./product";

/** Hands a document in as another system does, its bytes included, and answers its uuid; it is at status 2 then. */
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

/** Moves a document to a status as another system does. */
export async function report(product: Product, uuid: string, status: number): Promise<void> {
  const answer = await call(product, "PUT", `/${uuid}`, { status });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Creates a document as another system does and answers with the API's answer, whatever it is. */
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
