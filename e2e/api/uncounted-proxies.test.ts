import { afterAll, beforeAll, expect, test } from "vitest";
import { reservePorts } from "@/testing/reserve-ports";
import { type Product, startProduct } from "../product";

let product: Product;
let origin: string;

/** Starts the product like an operator who has put a TLS proxy in front of it but has not set anything else. */
beforeAll(async () => {
  const [port] = await reservePorts(1);
  origin = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), PUBLIC_URL: "https://stagedoor.example.com" };
  product = await startProduct({ env: { ...env, RATE_LIMIT_PER_ADDRESS: "3" } });
});

afterAll(() => product?.stop());

/** Signs in like a browser behind a proxy that sends all requests from one address. */
async function signIn(email: string, password: string): Promise<Response> {
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers.getSetCookie().map((each) => each.split(";")[0]);
  return fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookie.join("; "), "x-forwarded-for": "198.51.100.7" },
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
  });
}

test("nobody can lock the administrator out by trying unknown accounts or by calling the API", async () => {
  for (let n = 0; n < 30; n += 1) {
    expect((await signIn(`${n}@example.com`, "wrong")).status).toBe(401);
    await fetch(`${origin}/external-api/staged-documents`);
  }
  expect((await fetch(`${origin}/external-api/staged-documents`)).status).toBe(429);
  const { email, password } = product.administrator;
  expect((await signIn(email, password)).status).toBe(200);
});

test("the readiness check reports which setting is missing", async () => {
  const answer = await fetch(`${origin}/api/health/ready`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: "degraded",
    reasons: [expect.stringContaining("TRUSTED_PROXY_HOPS")],
  });
});
