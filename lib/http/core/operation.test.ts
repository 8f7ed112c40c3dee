import { describe, expect, test } from "vitest";
import { z } from "zod";
import { makeApiContext, storeApiKey } from "../testing/api-context.fixture";
import { URL_OF_CALL } from "../testing/path.fixture";
import { createEndpoints } from "./create-endpoints";
import { type DeclaredOperations, ok } from "./operation";
import { limit, object, problem } from "./schemas";

const path = "/external-api/things";
const texts = { tag: "Things", summary: "", description: "" };
const thing = z.strictObject({ name: z.string() });

const THINGS = {
  listThings: {
    ...texts,
    path,
    method: "get",
    access: "documents:read",
    headers: ["If-None-Match"],
    query: object({ limit }),
    success: ok("", z.strictObject({ limit: z.int() }), { limit: 5 }),
  },
  moveThing: {
    ...texts,
    path,
    method: "put",
    access: "move-table",
    body: { schema: thing, isOptional: true, examples: {} },
    success: ok("", thing, { name: "" }),
  },
  removeThing: {
    ...texts,
    path: `${path}/{id}`,
    method: "delete",
    access: "public",
    success: { status: 204, description: "" },
  },
} satisfies DeclaredOperations;

async function arrange() {
  const context = makeApiContext();
  const { implement, withOperations } = createEndpoints(() => context);
  const list = implement(THINGS.listThings, async ({ query }) => ({ status: 200, body: query }));
  const move = implement(THINGS.moveThing, async ({ body }) => ({ status: 200, body }));
  const remove = implement(THINGS.removeThing, async () => ({ status: 204 }));
  const { authorization } = await storeApiKey(context.ports, ["documents:read"]);
  const routes = withOperations(list, move);
  const call = (method: "GET" | "PUT" | "DELETE", headers: object = {}, url = URL_OF_CALL) =>
    routes[method](new Request(url, { method, headers: { authorization, ...headers } }), {
      params: Promise.resolve({}),
    });
  return { withOperations, list, remove, call };
}

describe("an implemented operation follows its declaration", () => {
  test("its handler receives the query as declared, and another query is rejected", async () => {
    const { call } = await arrange();
    expect(await (await call("GET")).json()).toEqual({ limit: 5 });
    const refused = await call("GET", {}, `${URL_OF_CALL}&colour=red`);
    expect(problem.parse(await refused.json()).errors).toMatchObject([{ pointer: "#/colour" }]);
  });

  test("its scope is required", async () => {
    const { call } = await arrange();
    expect((await call("GET", { authorization: "" })).status).toBe(401);
  });

  test("with the table of moves, any key may call it, and its body may be optional", async () => {
    const { call } = await arrange();
    const { code, errors } = problem.parse(await (await call("PUT")).json());
    expect(code).toBe("validation-failed");
    expect(errors).toMatchObject([{ pointer: "#/name" }]);
  });

  test("it is conditional if it accepts If-None-Match", async () => {
    const { call } = await arrange();
    const etag = (await call("GET")).headers.get("etag") ?? "";
    expect((await call("GET", { "if-none-match": etag })).status).toBe(304);
    expect((await call("PUT")).headers.has("etag")).toBe(false);
  });

  test("it answers only to its own method", async () => {
    const { call } = await arrange();
    const answer = await call("DELETE");
    expect(answer.headers.get("allow")).toBe("GET, HEAD, PUT, OPTIONS");
  });

  test("without a scope, it needs no key", async () => {
    const { withOperations, remove } = await arrange();
    const { DELETE } = withOperations(remove);
    const request = new Request(URL_OF_CALL, { method: "DELETE" });
    const answer = await DELETE(request, { params: Promise.resolve({ id: "1" }) });
    expect(answer.status).toBe(204);
  });
});

test("a route cannot implement a method twice, or operations of two paths", async () => {
  const { withOperations, list } = await arrange();
  const elsewhere = {
    ...list,
    operation: { ...THINGS.moveThing, path: `${path}/others` },
  } as const;
  expect(() => withOperations(list, list)).toThrow("GET, GET");
  expect(() => withOperations(list, elsewhere)).toThrow("/external-api/things/others");
});
