import { beforeAll, describe, expect, test } from "vitest";
import { savedView, savedViews } from "@/lib/http/documents/saved-view-schemas";
import { codeOf, prepareCockpitDocuments } from "../../testing/cockpit-documents.fixture";
import type { Method } from "../../testing/routes.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const VIEWS = "/api/cockpit/document-views";
const { api, call } = prepareCockpitDocuments();
let reader: Awaited<ReturnType<typeof signInForTest>>;
let reviewer: typeof reader;
beforeAll(async () => {
  reader = await signInForTest(api.container, "reader");
  reviewer = await signInForTest(api.container, "reviewer");
});

const callAs = ({ headers }: typeof reader, method: Method, path = "", body?: unknown) =>
  api.call(method, `${VIEWS}${path}`, { key: null, body, headers });
const aView = (isShared = false) => ({
  name: `View ${crypto.randomUUID()}`,
  address: "/documents?status=4",
  isShared,
});
const save = async (person: typeof reader, view = aView()) => {
  const answer = await callAs(person, "POST", "", view);
  expect(answer.status).toBe(201);
  return savedView.parse(answer.body);
};
const namesFor = async (person: typeof reader) =>
  savedViews.parse((await callAs(person, "GET")).body).items.map(({ name }) => name);

test("a view is private until it is shared, and then shows who made it", async () => {
  const view = await save(reviewer);
  expect(view).toMatchObject({ isOwn: true, mayChange: true, address: "/documents?status=4" });
  expect(await namesFor(reader)).not.toContain(view.name);
  const shared = await callAs(reviewer, "PATCH", `/${view.id}`, { isShared: true });
  expect(shared.status).toBe(200);
  const { items } = savedViews.parse((await callAs(reader, "GET")).body);
  expect(items.find(({ id }) => id === view.id)).toEqual({
    ...view,
    isShared: true,
    isOwn: false,
    mayChange: false,
    ownerName: reviewer.user.name,
  });
});

test("a shared view stays when its owner's account is deactivated, and an administrator can delete it", async () => {
  const leaving = await signInForTest(api.container, "reviewer");
  const { id, name } = await save(leaving, aView(true));
  const path = `/api/cockpit/users/${leaving.user.id}/active`;
  expect((await call("PUT", path, { active: false })).status).toBe(204);
  expect(await namesFor(reader)).toContain(name);
  expect((await call("DELETE", `${VIEWS}/${id}`)).status).toBe(204);
  expect(await namesFor(reader)).not.toContain(name);
});

describe("the address", () => {
  test("keeps what the page of documents reads, and nothing else", async () => {
    const address =
      "https://evil.example/x?class=gone&status=4&status=99&sort=nothing&next=//evil.example";
    const view = await save(reader, { ...aView(), address });
    expect(view.address).toBe("/documents?status=4&class=gone");
  });

  test("is refused if it is longer than 8,000 characters", async () => {
    const address = `/documents?class=${"ü".repeat(2_000)}`;
    const answer = await callAs(reader, "POST", "", { ...aView(), address });
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation-failed"]);
  });
});

describe("is refused:", () => {
  test("a second view with the same name", async () => {
    const { name } = await save(reader);
    const again = { ...aView(), name: ` ${name.toUpperCase()} ` };
    const answer = await callAs(reader, "POST", "", again);
    expect([answer.status, codeOf(answer)]).toEqual([409, "view-exists"]);
    await save(reviewer, again);
  });

  test("a view that a reader shares", async () => {
    const answer = await callAs(reader, "POST", "", aView(true));
    expect([answer.status, codeOf(answer)]).toEqual([403, "missing-role"]);
  });

  test.each([
    [{ name: "" }],
    [{ name: "two\nlines" }],
    [{ name: "x".repeat(81) }],
    [{ isShared: "yes" }],
    [{ owner: "me" }],
  ])("%j", async (wrong) => {
    const answer = await callAs(reader, "POST", "", { ...aView(), ...wrong });
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation-failed"]);
  });

  test.each(["PATCH", "DELETE"] as const)("%s of somebody else's private view", async (method) => {
    const { id } = await save(reader);
    const answer = await call(method, `${VIEWS}/${id}`, method === "PATCH" ? {} : undefined);
    expect([answer.status, codeOf(answer)]).toEqual([404, "view-not-found"]);
  });
});
