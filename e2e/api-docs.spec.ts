import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test";

/** Everything that a page asks for, from wherever. */
function noteRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  return urls;
}

const elsewhere = (urls: readonly string[], origin: string) =>
  urls.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== origin);

test("the reference shows every call and asks no other server for anything", async ({
  page,
  product,
}) => {
  const urls = noteRequests(page);
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto("/docs");
  await page.getByRole("main").getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  const document = await (await fetch(`${product.url}/external-api/openapi.json`)).json();
  const calls = Object.values(document.paths).flatMap((item) => Object.keys(item as object));
  await expect(page.locator(".opblock")).toHaveCount(calls.length);

  expect(urls.length).toBeGreaterThan(4);
  expect(elsewhere(urls, product.url)).toEqual([]);
  expect(errors).toEqual([]);
});

test("a call can be tried with a key", async ({ page, product }) => {
  const urls = noteRequests(page);
  await page.goto(`${product.url}/docs/api`);
  await page.getByRole("button", { name: "Authorize" }).first().click();
  const dialog = page.locator(".dialog-ux");
  await dialog.getByRole("textbox").fill(product.apiKey);
  await dialog.getByRole("button", { name: "Apply credentials" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const call = page.locator("#operations-Staged_documents-createStagedDocument");
  await call.getByRole("button").first().click();
  await call.getByRole("button", { name: "Execute" }).click();
  const answer = call.locator(".live-responses-table .response").first();
  await expect(answer.locator(".response-col_status")).toContainText("201");
  await expect(answer).toContainText("uploadSignedUrl");
  expect(elsewhere(urls, product.url)).toEqual([]);
});

test("calls go to where the page came from, whatever name that server has", async ({
  page,
  product,
}) => {
  const otherName = product.url.replace("127.0.0.1", "localhost");
  await page.goto(`${otherName}/docs/api`);
  const call = page.locator("#operations-About_this_API-getOpenApiDocument");
  await call.getByRole("button").first().click();
  await call.getByRole("button", { name: "Execute" }).click();
  await expect(call.locator(".request-url")).toContainText(otherName);
  await expect(call.locator(".live-responses-table .response-col_status").last()).toContainText(
    "200",
  );
});

test("only what the reference needs is served of its package", async ({ product }) => {
  const get = (file: string) => fetch(`${product.url}/docs/api/assets/${file}`);
  const style = await get("swagger-ui.css");
  expect(style.status).toBe(200);
  expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8");
  const script = await get("swagger-ui-bundle.js");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  for (const file of ["package.json", "..%2Fpackage.json", "..%2F..%2F.env", "swagger-ui.js"]) {
    expect((await get(file)).status).toBe(404);
  }
});

test("the guide shows its three languages as they are in the repository", async ({
  page,
  product,
}) => {
  const urls = noteRequests(page);
  await page.goto("/docs");
  await page.getByRole("main").getByRole("link", { name: "Guide" }).click();
  for (const language of ["curl", "TypeScript", "Python"]) {
    await expect(page.getByRole("heading", { level: 2, name: language })).toBeVisible();
  }
  await expect(page.getByText("no API key, no other header.").first()).toBeVisible();
  expect(elsewhere(urls, product.url)).toEqual([]);
});
