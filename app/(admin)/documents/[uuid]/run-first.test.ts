import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { shared } from "@/app/process.mjs";
import { runFirst } from "./run-first";

afterEach(() => {
  delete shared.responses;
});

/** Sends a page that consists of these parts, as React does, and returns what a browser receives. */
async function send(...parts: (string | Uint8Array)[]): Promise<string> {
  const responses = new AsyncLocalStorage<ServerResponse>();
  shared.responses = responses;
  const server = createServer((_request, response) => {
    responses.run(response, () => expect(runFirst("start()", "n", "waiting")).toBe(true));
    for (const part of parts) response.write(part);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const page = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const text = await page.text();
  server.close();
  return text;
}

const STYLES = '<link rel="stylesheet" href="/_next/one.css"/>';
const FIRST = '<script nonce="n">start()</script>';

describe("the script that runs first", () => {
  it("comes before the style sheets, and Next's scripts in the head get a type that no browser loads", async () => {
    const page = await send(
      `<html><head>${STYLES}<script src="/_next/one.js" async="" nonce="n"></script></head><body>`,
      '<script src="/_next/two.js" async=""></script></body></html>',
    );
    expect(page).toBe(
      `<html><head>${FIRST}${STYLES}<script type="waiting" src="/_next/one.js" async="" nonce="n"></script></head><body><script src="/_next/two.js" async=""></script></body></html>`,
    );
  });

  it("leaves all other scripts and all characters as they are", async () => {
    const scripts = '<script>$&</script><script src="/_next/old.js" noModule=""></script>';
    const bytes = Buffer.from(`<head>${scripts}Zürich 🏠</head>`);
    // The cut falls between the bytes of the house emoji.
    const page = await send(bytes.subarray(0, -9), bytes.subarray(-9));
    expect(page).toBe(`<head>${FIRST}${scripts}Zürich 🏠</head>`);
  });

  it("is not sent if the page has no head or if a different server is running", async () => {
    const page = '<p><script src="/_next/one.js" async=""></script>';
    expect(await send(page)).toBe(page);
    delete shared.responses;
    expect(runFirst("start()", "n", "waiting")).toBe(false);
  });
});
