import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { prepareApi } from "../../testing/api.fixture";
import type { Method } from "../../testing/routes.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const api = prepareApi();

const UUID = "019cbc00-0000-7000-8000-0000000000c1";
const CHANGES = ["POST", "PUT", "DELETE"] as const;
/** Read from the folder, so that new routes are included automatically. */
const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith("route.ts"),
);

/** Returns the problem codes that a route returns for these methods, except for methods it does not support. */
async function refusalsOf(file: string, methods: readonly Method[], headers = {}) {
  const route = await import(join(import.meta.dirname, file));
  const params = Promise.resolve({ id: UUID, uuid: UUID });
  const codes: string[] = [];
  for (const method of methods) {
    const request = new Request("http://127.0.0.1:3000/api/cockpit", { method, headers });
    const response: Response = await route[method](request, { params });
    const { code } = cockpitProblem.parse(await response.json());
    if (code !== "method-not-allowed") codes.push(code);
  }
  return codes;
}

test("there are routes to test", () => expect(FILES.length).toBeGreaterThan(10));

describe.each(FILES)("%s", (file) => {
  test("changes nothing without a session", async () => {
    const codes = await refusalsOf(file, ["GET", ...CHANGES]);
    expect(new Set(codes)).toEqual(new Set(["sign-in-required"]));
  });

  test("does not accept an API key instead of a session", async () => {
    const codes = await refusalsOf(file, ["GET", ...CHANGES], {
      authorization: `Bearer ${api.key}`,
    });
    expect(new Set(codes)).toEqual(new Set(["sign-in-required"]));
  });

  test.each([{ "sec-fetch-site": "cross-site" }, { origin: "https://attacker.example" }])(
    "rejects changes from another site's page, which browsers mark with %j",
    async (site) => {
      const { cookie } = (await signInForTest(api.container)).headers;
      const codes = await refusalsOf(file, CHANGES, { cookie, ...site });
      expect(codes.filter((code) => code !== "cross-site-request")).toEqual([]);
    },
  );
});
