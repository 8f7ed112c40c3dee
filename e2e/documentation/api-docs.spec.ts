import { expect, type Page } from "@playwright/test";
import { API_REFERENCE_TEXTS, UPLOADS_PAGE_TEXTS } from "@/components/texts/en/documentation-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import type { CodeSample } from "@/lib/http/openapi/code-samples";
import { test } from "../browser-test";

const DOCUMENTS = "/external-api/staged-documents";

/** The parts of an operation that these tests read. */
interface Described {
  readonly summary: string;
  readonly "x-codeSamples": readonly CodeSample[];
}

/** Collects the URL of every request that the page makes, to any server. */
function noteRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  return urls;
}

const elsewhere = (urls: readonly string[], origin: string) =>
  urls.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== origin);

test("the reference shows every call with an example to copy, and makes no requests to other servers", async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const urls = noteRequests(page);
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto("/docs");
  await page.getByRole("main").getByRole("link", { name: UPLOADS_PAGE_TEXTS.apiLink }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  const document = await (await fetch(`${product.url}/external-api/openapi.json`)).json();
  const operations = Object.values<Record<string, Described>>(document.paths).flatMap((item) =>
    Object.values(item),
  );
  const headings = page.getByRole("heading", { level: 3 });
  for (const { summary } of operations) {
    await expect(headings.filter({ hasText: summary }).first()).toBeAttached();
  }

  const { summary, "x-codeSamples": samples } = document.paths[DOCUMENTS].post as Described;
  const call = page.getByRole("region", { name: summary, exact: true });
  await call.getByRole("button", { name: /^Copy request/ }).click();
  await expect(call.getByText(UI_TEXTS.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(samples[0]?.source);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await call.getByRole("button", { name: /^Copy request/ }).click();
  await expect(call.getByText(API_REFERENCE_TEXTS.selected)).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(samples[0]?.source);
  expect(elsewhere(urls, product.url)).toEqual([]);
  expect(errors).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the reference links to a call and shows its example", async ({ page }) => {
    await page.goto("/docs/api#reportStatus");
    const call = page.getByRole("region", {
      name: "3. Report the result of the upload",
      exact: true,
    });
    await expect(call.getByRole("heading", { level: 3 })).toBeInViewport();
    await expect(call.getByText("-d '{\"status\":2}'")).toBeVisible();
    await expect(call.getByRole("button")).toHaveCount(0);
    await call.getByText(API_REFERENCE_TEXTS.exampleResponse).click();
    await expect(call.getByText('"statusName": "upload_successful"')).toBeVisible();
    await call.getByRole("link", { name: "ReportedStagedDocument" }).click();
    await expect(
      page.getByRole("heading", { name: "ReportedStagedDocument", exact: true }),
    ).toBeInViewport();
  });
});

test("the guide shows its programs in five languages exactly as they are in the repository", async ({
  page,
  product,
}) => {
  const urls = noteRequests(page);
  await page.goto("/docs");
  await page.getByRole("main").getByRole("link", { name: "Guide" }).click();
  for (const language of ["curl", "TypeScript", "Python", "Java", "C#"]) {
    await expect(page.getByRole("heading", { level: 2, name: language })).toBeVisible();
  }
  await expect(page.getByText("without an API key or other headers.").first()).toBeVisible();
  expect(elsewhere(urls, product.url)).toEqual([]);
});
