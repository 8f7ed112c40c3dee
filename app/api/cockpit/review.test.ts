import { beforeAll, describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { queuedDocument, reviewClaim, reviewProgress } from "@/lib/http/review/cockpit-schemas";
import {
  codeOf,
  DOCUMENTS,
  prepareCockpitDocuments,
} from "../../testing/cockpit-documents.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const { api, call } = prepareCockpitDocuments();
let other: Awaited<ReturnType<typeof signInForTest>>;
beforeAll(async () => {
  other = await signInForTest(api.container, "reviewer");
});

const waiting = async () => {
  const { uuid } = await makeDocumentAt(api.container.ports, 4);
  return `${DOCUMENTS}/${uuid}`;
};
const asOther = (method: "PUT" | "DELETE" | "GET", path: string, body?: unknown) =>
  api.call(method, path, { key: null, body, headers: other.headers });
const hold = async (path: string, body = {}) => {
  const answer = await call("PUT", `${path}/claim`, body);
  expect(answer.status).toBe(200);
  return reviewClaim.parse(answer.body);
};
const holdAsOther = async (path: string, body = {}) =>
  reviewClaim.parse((await asOther("PUT", `${path}/claim`, body)).body);

describe("a claim", () => {
  test("is shown to others with the name of its owner, and can be taken over", async () => {
    const path = await waiting();
    expect(await hold(path)).toMatchObject({ isOwn: true });
    const seen = await holdAsOther(path);
    expect(seen).toMatchObject({ isOwn: false, name: expect.stringMatching(/\S/) });
    expect(await holdAsOther(path, { takesOver: true })).toMatchObject({ isOwn: true });
    expect(await hold(path)).toMatchObject({ isOwn: false, name: other.user.name });
  });

  test("ends when its owner releases it, and only then", async () => {
    const path = await waiting();
    await hold(path);
    expect((await asOther("DELETE", `${path}/claim`)).status).toBe(204);
    expect(await holdAsOther(path)).toMatchObject({ isOwn: false });
    expect((await call("DELETE", `${path}/claim`)).status).toBe(204);
    expect(await holdAsOther(path)).toMatchObject({ isOwn: true });
  });

  test("does not keep others, or programs, from deciding", async () => {
    const path = await waiting();
    await hold(path);
    const seen = { status: 4, run: null };
    expect((await asOther("PUT", path, { status: 5, seen })).status).toBe(200);
  });

  test("needs a document and a reviewer", async () => {
    const missing = await call("PUT", `${DOCUMENTS}/${crypto.randomUUID()}/claim`, {});
    expect([missing.status, codeOf(missing)]).toEqual([404, "staged-document-not-found"]);
    const reader = await signInForTest(api.container, "reader");
    const path = `${await waiting()}/claim`;
    const refused = await api.call("PUT", path, { key: null, body: {}, headers: reader.headers });
    expect(refused.status).toBe(403);
  });
});

describe("putting a document off", () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  test("gives it back", async () => {
    const path = await waiting();
    await hold(path);
    const answer = await call("PUT", `${path}/review-skip`, { until: inHours(24) });
    expect(answer.status).toBe(204);
    expect(await holdAsOther(path)).toMatchObject({ isOwn: true });
  });

  test.each([-1, 49])("until %i hours from now is refused", async (hours) => {
    const answer = await call("PUT", `${await waiting()}/review-skip`, { until: inHours(hours) });
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation-failed"]);
  });
});

test("the documents that somebody has decided are counted from a time on", async () => {
  const decided = async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const { body } = await asOther("GET", `/api/cockpit/review/progress?since=${since}`);
    return reviewProgress.parse(body).decided;
  };
  const before = await decided();
  const path = await waiting();
  await asOther("PUT", path, { status: 5, seen: { status: 4, run: null } });
  expect(await decided()).toBe(before + 1);
});

test("the documents left are those of the filter that the person has not put off", async () => {
  const asset = crypto.randomUUID();
  const first = await makeDocumentAt(api.container.ports, 4, asset);
  await makeDocumentAt(api.container.ports, 4, asset);
  await makeDocumentAt(api.container.ports, 5, asset);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await call("PUT", `${DOCUMENTS}/${first.uuid}/review-skip`, { until });
  const since = new Date(Date.now() - 60_000).toISOString();
  const path = `/api/cockpit/review/progress?since=${since}&assetIdentifier=${asset}`;
  const answers = [await call("GET", path), await asOther("GET", path)];
  expect(answers.map(({ body }) => reviewProgress.parse(body).left)).toEqual([
    { count: 1, isMore: false },
    { count: 2, isMore: false },
  ]);
});

test("decisions of long ago are not counted", async () => {
  const since = new Date(Date.now() - 49 * 3_600_000).toISOString();
  const answer = await asOther("GET", `/api/cockpit/review/progress?since=${since}`);
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "#/since" }] } });
});

describe("the next document of a queue", () => {
  const next = async (query: string, except: readonly string[] = []) => {
    const { status, body } = await call("POST", `/api/cockpit/review/next?${query}`, { except });
    expect(status).toBe(200);
    return queuedDocument.parse(body).document?.page.document.uuid ?? null;
  };
  const makeAt = (assetIdentifier: string) =>
    makeDocumentAt(api.container.ports, 4, assetIdentifier);

  test("matches the filter, is held, and comes with its page", async () => {
    const asset = crypto.randomUUID();
    const first = await makeAt(asset);
    const second = await makeAt(asset);
    const query = `assetIdentifier=${asset}`;
    expect(await next(query)).toBe(first.uuid);
    expect(await holdAsOther(`${DOCUMENTS}/${first.uuid}`)).toMatchObject({ isOwn: false });
    expect(await next(`${query}&order=doubtful`, [first.uuid])).toBe(second.uuid);
    expect(await next(query, [first.uuid, second.uuid])).toBeNull();
    expect(await next("assetIdentifier=none")).toBeNull();
  });

  test.each(["order=newest", "sort=name", "status=9"])("%s is refused", async (query) => {
    const answer = await call("POST", `/api/cockpit/review/next?${query}`, { except: [] });
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation-failed"]);
  });
});
