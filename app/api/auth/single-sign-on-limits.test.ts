import { once } from "node:events";
import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { CLIENT } from "@/app/testing/oidc-provider";
import { prepareOidcProvider } from "@/app/testing/oidc-provider.fixture";
import { openBrowser } from "@/app/testing/sign-in.fixture";
import { createBoundedAgent } from "@/lib/auth/oidc-provider";
import { answerAtLength } from "@/testing/endless-answer.fixture";

const CALLBACK = "http://127.0.0.1:3000/api/auth/callback/oidc";
const provider = prepareOidcProvider(CALLBACK);
const api = prepareApi(() => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLES: "guests=reader",
}));

afterEach(() => provider.answerInstead(null));

const MEBIBYTE = 1024 ** 2;

/** Makes the provider answer this path at length. Resolves with whether we read all of it. */
const answerInsteadOf = (path: string) =>
  new Promise<boolean>((resolve) => {
    const answer = (response: ServerResponse) => resolve(answerAtLength(response));
    provider.answerInstead({ path, answer });
  });

describe("an answer of more than 1 MiB ends the sign-in before it is read", () => {
  test("when the provider describes itself", async () => {
    const wasRead = answerInsteadOf("/.well-known/openid-configuration");
    const { body } = await openBrowser(api).post("signin/oidc");
    expect(body).toEqual({ url: expect.stringContaining("error=single-sign-on-unreachable") });
    expect(await wasRead).toBe(false);
  });

  test.each(["/token", "/jwks", "/me"])("from %s", async (path) => {
    const browser = openBrowser(api);
    provider.person({ sub: "ada", email: "ada@example.com", roles: ["guests"] });
    const { body } = await browser.post("signin/oidc");
    const back = new URL(await provider.authenticate((body as { url: string }).url));
    const wasRead = answerInsteadOf(path);
    const answer = await browser.call("GET", `${back.pathname}${back.search}`);
    expect(answer.headers.get("location")).toContain("error=single-sign-on-failed");
    expect(await wasRead).toBe(false);
  });
});

describe("a bounded agent", () => {
  /** Calls a server that answers as given and keeps the connection open. */
  async function call(answer: (response: ServerResponse) => void, limits: object) {
    const server = createServer((_request, response) => answer(response)).listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const agent = createBoundedAgent(url, { timeoutMs: 60_000, bytesMax: 1_000, ...limits });
    const [response] = await once(get(url, { agent }), "response");
    return text(response);
  }

  test("ends a call whose answer keeps arriving, byte by byte, when the time is up", async () => {
    const drip = (response: ServerResponse) => {
      const timer = setInterval(() => response.write("a"), 10);
      response.on("close", () => clearInterval(timer));
    };
    const limits = { timeoutMs: 200, bytesMax: MEBIBYTE };
    await expect(call(drip, limits)).rejects.toThrow("aborted");
  });

  test("ends a call that is not answered at all when the time is up", async () => {
    const silent = call(() => undefined, { timeoutMs: 50 });
    await expect(silent).rejects.toThrow("socket hang up");
  });

  test("ends a call with more bytes than the limit, headers included", async () => {
    const answer = (response: ServerResponse) => {
      response.writeHead(200, { "x-long": "a".repeat(1_000) }).flushHeaders();
    };
    await expect(call(answer, {})).rejects.toThrow("aborted");
  });

  test("leaves a call within the limits alone", async () => {
    expect(await call((response) => response.end("a".repeat(500)), {})).toBe("a".repeat(500));
  });

  test("refuses to go from https to http", () => {
    const agent = createBoundedAgent("https://id.example.com", { timeoutMs: 1, bytesMax: 1 });
    expect(() => get("http://127.0.0.1:1/", { agent })).toThrow('Expected "https:"');
  });
});
