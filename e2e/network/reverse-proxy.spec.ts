import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { assetTile } from "@/lib/http/assets/cockpit-schemas";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import { reservePorts } from "@/testing/reserve-ports";
import { signIn } from "../accounts/sign-in-page";
import { documentRow, dropOn, openAsset, openTilesOf, tileOf } from "../cockpit/cockpit-page";
import { expectState } from "../cockpit/upload-tray-page";
import { type Product, startProduct } from "../product";
import { receiverOf } from "../receiver-of";
import {
  missingProxy,
  PROXY_HOSTS,
  type ProxyProgram,
  type ReverseProxy,
  startReverseProxy,
} from "./reverse-proxy";

const FILE_BYTES = 20 * 1024 * 1024;
/** Over HTTP/1.1, a browser opens only six connections to a host, so the seventh of these pages would hang. */
const PAGE_COUNT = 8;
/** An address of this machine that differs from the one from which the proxy calls the application. */
const CLIENT_ADDRESS = "127.0.0.2";
const WITHIN = { timeout: 20_000, intervals: [100] };

interface Deployment {
  readonly product: Product;
  readonly proxy: ReverseProxy;
  /** A browser without a session. */
  readonly context: BrowserContext;
}

const test = base.extend<{ program: ProxyProgram; deployment: Deployment }>({
  program: ["nginx", { option: true }],
  deployment: async ({ program, browser }, use) => {
    const ports = await reservePorts(5);
    const [proxyPort = 0, application = 0, files = 0, executor = 0, receiver = 0] = ports;
    const product = await startProduct({
      env: {
        PORT: String(application),
        OBJECT_STORE_PORT: String(files),
        EXECUTOR_PORT: String(executor),
        RECEIVER_PORT: String(receiver),
        PUBLIC_URL: `https://${PROXY_HOSTS.application}:${proxyPort}`,
        S3_PUBLIC_ENDPOINT: `https://${PROXY_HOSTS.files}:${proxyPort}`,
        TRUSTED_PROXY_HOPS: "1",
      },
    });
    const proxy = await startReverseProxy(program, { proxy: proxyPort, application, files });
    const context = await browser.newContext({ baseURL: product.url, ignoreHTTPSErrors: true });
    await use({ product, proxy, context });
    await context.close();
    await proxy.stop();
    await product.stop();
  },
});

for (const program of ["nginx", "haproxy"] as const) {
  test.describe(program, () => {
    const missing = missingProxy(program);
    test.skip(missing !== null, `${missing}: the configuration in docs/operations was not run`);
    test.use({ program });

    test("the product works behind the proxy over HTTPS as it does without a proxy", async ({
      deployment,
    }) => {
      const { product, context } = deployment;
      expect(product.output()).not.toContain("WARNING");
      const page = await context.newPage();
      await test.step("sign-in over HTTP/2", () => signInAsAdministrator(page, product));
      await test.step("a 20 MB file", () => dropLargeFile(page));
      await test.step("live updates in eight open pages", () => watchInManyPages(deployment));
      await test.step("a notification", () => receiveNotification(deployment));
      await test.step("the client's address in the log", () => logClientAddress(deployment));
    });
  });
}

async function signInAsAdministrator(page: Page, product: Product): Promise<void> {
  await page.goto("/login");
  await signIn(page, product.administrator);
  await page.waitForURL("**/cockpit");
  const protocols = await page.evaluate(() =>
    performance
      .getEntriesByType("navigation")
      .map((entry) => "nextHopProtocol" in entry && entry.nextHopProtocol),
  );
  expect(protocols).toEqual(["h2"]);
}

async function dropLargeFile(page: Page): Promise<void> {
  const { name } = await createAssetFrom(page, "PROXY-1");
  await openTilesOf(page, "PROXY-1");
  await dropOn(tileOf(page, name), [{ name: "plans.pdf", sizeBytes: FILE_BYTES }]);
  await expectState(page, "plans.pdf", "done");
}

/** Creates an asset with a request from the page itself, because only browsers resolve names that end in `.localhost`. */
async function createAssetFrom(page: Page, identifier: string) {
  const answer = await page.evaluate(async (id) => {
    const body = JSON.stringify({ identifier: id, name: `Asset ${id}` });
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/cockpit/assets", { method: "POST", headers, body })).json();
  }, identifier);
  return assetTile.parse(answer);
}

async function watchInManyPages(deployment: Deployment): Promise<void> {
  const pages = await Promise.all(
    Array.from({ length: PAGE_COUNT }, () => deployment.context.newPage()),
  );
  for (const page of pages) await openAsset(page, "PROXY-1");
  await handInThrough(deployment, "letter.txt");
  for (const page of pages) await expect(documentRow(page, "letter.txt")).toBeVisible();
  for (const page of pages) await page.close();
}

/** Makes the three calls of an upload, and compares the downloaded bytes. */
async function handInThrough({ product, proxy }: Deployment, name: string): Promise<void> {
  const address = `${product.url}/external-api/staged-documents`;
  const headers = {
    authorization: `Bearer ${product.apiKey}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ assetIdentifier: "PROXY-1", name });
  const created = await proxy.fetch(address, { method: "POST", headers, body });
  const { uuid, url, uploadSignedUrl } = createdStagedDocument.parse(await created.json());
  expect(url).toBe(`${address}/${uuid}`);
  expect(new URL(uploadSignedUrl).hostname).toBe(PROXY_HOSTS.files);
  const put = await proxy.fetch(uploadSignedUrl, { method: "PUT", body: `bytes of ${name}` });
  expect(put.status, await put.text()).toBe(200);
  const report = { method: "PUT", headers, body: JSON.stringify({ status: 2 }) };
  expect((await proxy.fetch(`${address}/${uuid}`, report)).status).toBe(200);
  const content = await proxy.fetch(`${address}/${uuid}/content`, { headers });
  expect(await content.text()).toBe(`bytes of ${name}`);
}

async function receiveNotification(deployment: Deployment): Promise<void> {
  const { product, proxy } = deployment;
  const { origin, control } = await receiverOf(product);
  const configured = await proxy.fetch(`${product.url}/external-api/external-dms-configuration`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${product.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ url: `${origin}/proxy` }),
  });
  expect(configured.status).toBe(200);
  await handInThrough(deployment, "notified.txt");
  const bodiesReceived = async () => (await control.listArrivals(0)).map(({ body }) => body).join();
  const address = `${product.url}/external-api/staged-documents/`;
  await expect.poll(bodiesReceived, WITHIN).toContain(address);
  await control.close();
}

/** An X-Forwarded-For header written by the client must not count. */
async function logClientAddress({ product, proxy }: Deployment): Promise<void> {
  const forged = { "x-forwarded-for": "203.0.113.9" };
  const csrf = await proxy.fetch(`${product.url}/api/auth/csrf`, {}, CLIENT_ADDRESS);
  const cookie = csrf.headers
    .getSetCookie()
    .map((text) => text.split(";", 1)[0])
    .join("; ");
  const { csrfToken } = Object(await csrf.json());
  const body = new URLSearchParams({ csrfToken, email: "nobody@example.test", password: "wrong" });
  await proxy.fetch(
    `${product.url}/api/auth/callback/credentials?json=true`,
    {
      method: "POST",
      headers: { ...forged, cookie, "content-type": "application/x-www-form-urlencoded" },
      body: body.toString(),
    },
    CLIENT_ADDRESS,
  );
  const log = () => readFile(join(product.dataDir, "logs", "next.log"), "utf8");
  const addresses = async () =>
    [...(await log()).matchAll(/"address":"([^"]*)"/g)].map((match) => match[1]);
  await expect.poll(addresses, WITHIN).toContain(CLIENT_ADDRESS);
  expect(await log()).not.toContain("203.0.113.9");
}
