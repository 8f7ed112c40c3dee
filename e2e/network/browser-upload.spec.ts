import { expect } from "@playwright/test";
import { UPLOADS_PAGE_TEXTS } from "@/components/texts/en/documentation-texts";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import { test } from "../browser-test";
import type { Product } from "../product";

async function createDocument({ url, apiKey }: Product) {
  const answer = await fetch(`${url}/external-api/staged-documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ assetIdentifier: "BLD-0001", name: "from a browser.pdf" }),
  });
  return createdStagedDocument.parse(await answer.json());
}

test("the documentation explains how a document is uploaded and what happens to it", async ({
  page,
  product,
}) => {
  await page.goto("/docs");
  await expect(
    page.getByRole("heading", { level: 1, name: UPLOADS_PAGE_TEXTS.title }),
  ).toBeVisible();
  await expect(
    page.getByText(`${product.url}/external-api/staged-documents`).first(),
  ).toBeVisible();
  const rows = page.getByRole("rowheader");
  await expect(rows).toHaveText([
    "waiting for upload",
    "upload successful",
    "processing",
    "waiting for review",
    "approved",
    "upload failed",
    "deleted",
  ]);
});

test("a browser uploads a file with fetch directly to the object store and reads its ETag", async ({
  page,
  product,
}) => {
  const { uploadSignedUrl } = await createDocument(product);
  await page.goto("/docs");
  const answer = await page.evaluate(async (url) => {
    const file = new File(["bytes of a browser"], "a.pdf", { type: "application/pdf" });
    const response = await fetch(url, { method: "PUT", body: file });
    return { status: response.status, etag: response.headers.get("etag") };
  }, uploadSignedUrl);
  expect(answer).toEqual({ status: 200, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
});

test("XMLHttpRequest uploads a file and reports progress", async ({ page, product }) => {
  const { uploadSignedUrl } = await createDocument(product);
  await page.goto("/docs");
  const answer = await page.evaluate(
    (url) =>
      new Promise<{ status: number; loadedBytes: number }>((resolve) => {
        const request = new XMLHttpRequest();
        let loadedBytes = 0;
        request.upload.onprogress = (event) => {
          loadedBytes = event.loaded;
        };
        request.onloadend = () => resolve({ status: request.status, loadedBytes });
        request.open("PUT", url);
        request.send(new Blob(["x".repeat(3_000_000)]));
      }),
    uploadSignedUrl,
  );
  expect(answer).toEqual({ status: 200, loadedBytes: 3_000_000 });
});

test("a browser can read why a forged URL is rejected", async ({ page, product }) => {
  const { uploadSignedUrl } = await createDocument(product);
  const forged = uploadSignedUrl.replace("X-Amz-Expires=3600", "X-Amz-Expires=7200");
  await page.goto("/docs");
  const answer = await page.evaluate(async (url) => {
    const response = await fetch(url, { method: "PUT", body: "forged" });
    return { status: response.status, body: await response.text() };
  }, forged);
  expect(answer.status).toBe(403);
  expect(answer.body).toContain("<Code>SignatureDoesNotMatch</Code>");
});

test("the type of a problem document opens a page that says what to do", async ({
  page,
  product,
}) => {
  const answer = await fetch(`${product.url}/external-api/staged-documents`, { method: "POST" });
  const { type } = (await answer.json()) as { type: string };
  await page.goto(type);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("An API key is required");
  await expect(page.getByText("Authorization: Bearer")).toBeVisible();
});
