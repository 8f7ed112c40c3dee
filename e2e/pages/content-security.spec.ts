import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test";

/** Collects what the browser reports as blocked by the page's policy. */
function noteRefusals(page: Page): string[] {
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusals.push(message.text());
  });
  return refusals;
}

/** Reads a mark that only a script can set. It does not change anything else on the page. */
const wasRun = (page: Page) => page.evaluate(() => "wasRun" in window);

for (const path of ["/login", "/docs", "/docs/guide", "/docs/api", "/docs/problems/not-found"]) {
  test(`${path} complies with its own content security policy`, async ({ page, product }) => {
    const refusals = noteRefusals(page);
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    expect(refusals).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test.describe("injected content", () => {
  test("runs no script", async ({ page, product }) => {
    const refusals = noteRefusals(page);
    await page.goto(`${product.url}/login`);
    await page.evaluate(() => {
      const image = '<img alt="" src="/nothing.png" onerror="window.wasRun = true">';
      document.body.insertAdjacentHTML("beforeend", image);
    });
    await expect.poll(() => refusals.join("\n")).toContain("inline event handler");
    expect(await wasRun(page)).toBe(false);
  });

  test("loads no images or styles from other sites, applies no style, and sends nothing there", async ({
    page,
    product,
  }) => {
    const refusals = noteRefusals(page);
    const reached: string[] = [];
    await page.route("https://elsewhere.example/**", (route) => {
      reached.push(route.request().url());
      return route.fulfill({ body: "", headers: { "access-control-allow-origin": "*" } });
    });
    await page.goto(`${product.url}/login`);
    await page.evaluate(async () => {
      const site = "https://elsewhere.example";
      const parts = `<img alt="" src="${site}/a.png"><link rel="stylesheet" href="${site}/a.css">`;
      document.body.insertAdjacentHTML("beforeend", `${parts}<style>body { color: red }</style>`);
      await fetch(`${site}/data`).catch(() => null);
    });
    for (const directive of ["img-src", "style-src", "connect-src"]) {
      await expect.poll(() => refusals.join("\n")).toContain(`"${directive} `);
    }
    expect(reached).toEqual([]);
    const colour = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(colour).not.toBe("rgb(255, 0, 0)");
  });

  test("cannot put a page in a frame", async ({ page, product }) => {
    const frame = `<iframe title="framed" src="${product.url}/login"></iframe>`;
    const site = createServer((_request, response) => {
      response.setHeader("content-type", "text/html").end(frame);
    });
    await once(site.listen(0, "127.0.0.1"), "listening");
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect.poll(() => page.frames().at(1)?.url()).toBe("chrome-error://chromewebdata/");
    site.closeAllConnections();
    site.close();
  });
});

test("each response has its own nonce, whatever a client sends", async ({ product }) => {
  const nonceOf = async () => {
    const headers = { "content-security-policy": "script-src 'nonce-a2F0'" };
    const answer = await fetch(`${product.url}/login`, { headers });
    const policy = answer.headers.get("content-security-policy") ?? "";
    const [, nonce = ""] = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(policy) ?? [];
    expect(await answer.text()).toContain(`nonce="${nonce}"`);
    return nonce;
  };
  const nonces = [await nonceOf(), await nonceOf()];
  expect(new Set(nonces).size).toBe(2);
  expect(nonces.join()).not.toMatch(/a2F0|^,/);
});

test("responses to programs allow no resources, no framing and no sniffing of their type", async ({
  product,
}) => {
  for (const path of ["/external-api/openapi.json", "/api/health/live", "/api/cockpit/assets"]) {
    const { headers } = await fetch(`${product.url}${path}`);
    expect(headers.get("content-security-policy"), path).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
  }
});
