import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientUnderTest } from "@/lib/client/testing/client.fixture";
import { type Mishap, problemAnswer } from "@/lib/client/testing/in-memory-external-api";
import { uploadFile } from "./upload-file";
import { openUploadJournal } from "./upload-journal";

const REPORT = "PUT /external-api/staged-documents/uuid-1";
const RENEW = "POST /external-api/staged-documents/uuid-1/upload-url";
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "upload-file-"));
  await writeFile(join(folder, "a.pdf"), "bytes");
});
afterAll(() => rm(folder, { recursive: true }));

test.each(["file-not-uploaded", "file-changed"])(
  "a file is uploaded again if its report is rejected with %s",
  async (code) => {
    const { api, outcome } = await uploadUnderTest(code, (line, nth) =>
      line === REPORT && nth === 1 ? problemAnswer(409, code) : null,
    );

    expect(outcome).toMatchObject({ result: "uploaded", uuid: "uuid-1", problem: null });
    expect(api.log.slice(-5)).toEqual([
      "PUT store/uuid-1/1",
      REPORT,
      RENEW,
      "PUT store/uuid-1/2",
      REPORT,
    ]);
  },
);

test("a file counts as uploaded if the server found it after an interrupted transfer", async () => {
  const { outcome } = await uploadUnderTest("found", (line, _, documents) => {
    if (line !== "PUT store/uuid-1/1") return null;
    for (const document of documents) document.status = 2;
    return "answer-lost";
  });

  expect(outcome).toMatchObject({ result: "uploaded", problem: null });
});

test("the next run finishes a file whose report got no response, without transferring the file again", async () => {
  const { api, outcome, again } = await uploadUnderTest("lost", (line) =>
    line === REPORT ? "answer-lost" : null,
  );
  expect(outcome.result).toBe("FAILED");
  api.mishap = () => null;

  expect(await again()).toMatchObject({ result: "finished", uuid: "uuid-1" });
  expect(api.log.filter((line) => line.startsWith("PUT store"))).toHaveLength(1);
});

async function uploadUnderTest(
  name: string,
  mishap: (line: string, nth: number, documents: { status: number }[]) => Mishap | null,
) {
  const { api, client } = clientUnderTest();
  api.mishap = ({ method, path }, nth) => mishap(`${method} ${path}`, nth, api.documents);
  const journalPath = join(folder, `${name}.jsonl`);
  const run = async () => {
    const journal = await openUploadJournal(journalPath);
    const tools = { client, journal, url: api.url, assetIdentifier: "BLD-0001" };
    const { signal } = new AbortController();
    const file = { path: join(folder, "a.pdf"), shownPath: "a.pdf", sizeBytes: 5 };
    const outcome = await uploadFile({ ...tools, signal, onProgress: () => undefined }, file);
    return journal.close().then(() => outcome);
  };
  return { api, outcome: await run(), again: run };
}
