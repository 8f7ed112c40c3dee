import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createSealedHeads } from "./sealed-heads";

/** Starts a store that answers every request like this. */
async function sealedHeadsIn(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is never a path
  return createSealedHeads({
    endpoint,
    publicEndpoint: endpoint,
    region: "us-east-1",
    bucket: "stagedoor",
    accessKeyId: "id",
    secretAccessKey: "secret",
    forcePathStyle: true,
    versioning: "auto",
  });
}

test.each([
  ["never answers", () => undefined],
  [
    "sends an answer that never ends",
    (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).write("stagedoor");
    },
  ],
] satisfies [string, RequestListener][])(
  "a store that %s is unavailable",
  async (_what, answer) => {
    const sealedHeads = await sealedHeadsIn(answer);
    const unavailable = { code: "object-store-unavailable" };
    await expect(sealedHeads.read({ holdsChain: true })).rejects.toMatchObject(unavailable);
  },
);

test("a store that answers after 2 s is read unless the caller holds the chaining lock", async () => {
  const sealedHeads = await sealedHeadsIn((_request, response) => {
    setTimeout(() => response.writeHead(200).end("1:head"), 2_000);
  });
  const held = sealedHeads.read({ holdsChain: true });
  const free = sealedHeads.read({ holdsChain: false });
  await expect(held).rejects.toMatchObject({ code: "object-store-unavailable" });
  await expect(free).resolves.toBe("1:head");
});

test("a store that never answers does not hold up the replacement", async () => {
  const sealedHeads = await sealedHeadsIn(() => undefined);
  const unavailable = { code: "object-store-unavailable" };
  await expect(sealedHeads.replace("a")).rejects.toMatchObject(unavailable);
});

const VERSIONS = `<ListVersionsResult><IsTruncated>false</IsTruncated><Version><Key>audit/head</Key>
  <VersionId>1</VersionId><LastModified>2026-01-01T00:00:00Z</LastModified></Version></ListVersionsResult>`;

test.each([
  ["refuses to remove", (response) => response.writeHead(403).end()],
  ["does not answer the removal of", () => undefined],
] satisfies [string, (response: ServerResponse) => unknown][])(
  "a store that %s the earlier version has the new content, and the failure is returned",
  async (_what, answerRemoval) => {
    const written: string[] = [];
    const sealedHeads = await sealedHeadsIn(async ({ method, url }, response) => {
      if (method === "DELETE") {
        written.push(`not removed: ${url?.includes("versionId=1")}`);
        answerRemoval(response);
      } else if (method === "PUT") {
        written.push("content");
        response.writeHead(200, { "x-amz-version-id": "2" }).end();
      } else response.writeHead(200, { "content-type": "application/xml" }).end(VERSIONS);
    });
    expect(await sealedHeads.replace("a")).toEqual({ cause: expect.any(Error) });
    expect([...new Set(written)]).toEqual(["content", "not removed: true"]);
  },
);

test("no more than the beginning of a large object is read", async () => {
  const sealedHeads = await sealedHeadsIn((_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const send = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", send);
    send();
  });
  expect((await sealedHeads.read({ holdsChain: true }))?.length).toBeLessThan(1_000_000);
});
