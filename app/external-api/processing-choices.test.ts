import { describe, expect, test } from "vitest";
import type { ProcessorChoice } from "@/lib/documents/rules/run-start";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";

async function report(api: ReturnType<typeof prepareApi>): Promise<string> {
  const { uuid, uploadSignedUrl } = await api.create();
  await fetch(uploadSignedUrl, { method: "PUT", body: "content" });
  const answer = await api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 2 } });
  expect(answer.status).toBe(200);
  return uuid;
}

const runsOf = (api: ReturnType<typeof prepareApi>, documentUuid: string) =>
  api.container.database.prisma.processingRun.findMany({ where: { documentUuid } });

async function reportAgain(api: ReturnType<typeof prepareApi>) {
  const { uuid } = await makeDocumentAt(api.container.ports, 4);
  return { uuid, answer: await api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 3 } }) };
}

describe.each(["builtin", "external", "none"] as const)(
  "PROCESSOR=%s",
  (choice: ProcessorChoice) => {
    const api = prepareApi({ PROCESSOR: choice });

    test(`a reported document ${choice === "builtin" ? "waits for its run" : "stays at 2 without a run"}`, async () => {
      const runs = await runsOf(api, await report(api));
      expect(runs.map(({ n, state }) => [n, state])).toEqual(
        choice === "builtin" ? [[1, "waiting"]] : [],
      );
    });

    test("the change from status 4 to 3 is possible only with processing", async () => {
      const { uuid, answer } = await reportAgain(api);
      if (choice === "none") {
        expect(answer).toMatchObject({ status: 409, body: { code: "invalid-transition" } });
        expect(answer.body).toMatchObject({
          detail: expect.not.stringContaining("3 (processing),"),
        });
        return;
      }
      expect(answer.status).toBe(200);
      const [run] = await runsOf(api, uuid);
      expect(run).toMatchObject({ state: "waiting" });
      expect(run?.leaseUntil === null).toBe(choice === "builtin");
    });
  },
);

describe("without PROCESSOR", () => {
  const api = prepareApi({ PROCESSOR: "" });

  test("a new installation uses the built-in processor", async () => {
    expect(await runsOf(api, await report(api))).toHaveLength(1);
  });
});
