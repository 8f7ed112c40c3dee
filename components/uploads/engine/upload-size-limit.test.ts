import { expect, test } from "vitest";
import { CallFailure } from "@/lib/client/call-failure";
import { UploadRefusal, UploadUnanswered } from "@/lib/client/put-file";
import { fileOf, storeUnderTest } from "./store.fixture";

test("a 413 that the browser can read is immediately explained by a proxy's limit, and a retry works once the limit is raised", async () => {
  const { cockpit, store, add, untilIdle, entry } = storeUnderTest();
  cockpit.putMishap = () => {
    throw new UploadRefusal(413, null);
  };
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(cockpit.puts).toHaveLength(1);
  expect(entry("a.pdf")?.failure).toMatchObject({
    sentence: "The file is too large for a proxy in front of the object store (413).",
    fix: expect.stringContaining("client_max_body_size"),
  });
  expect(cockpit.documents.get("uuid-1")?.failure?.code).toBe("file-too-large");
  cockpit.putMishap = () => undefined;
  store.retryAll();
  await untilIdle();
  expect(entry("a.pdf")?.state).toBe("done");
});

test("a proxy's limit is suspected if only files larger than those that arrived get no response", async () => {
  const { cockpit, add, untilIdle, entry, names } = storeUnderTest();
  cockpit.areSmallUploadsAnswered = true;
  cockpit.putMishap = (name) => {
    if (!name.startsWith("small")) {
      throw new UploadUnanswered(new CallFailure("lost", { isTransient: true }));
    }
  };
  await add(fileOf("small.pdf", 1000), fileOf("large.pdf", 1001), fileOf("unlucky.pdf", 900));
  await untilIdle();

  expect(names("done")).toEqual(["small.pdf"]);
  expect(entry("large.pdf")?.failure).toMatchObject({
    sentence: "The connection was closed each time, although small uploads work.",
    fix: expect.stringContaining("client_max_body_size"),
    canRetry: true,
  });
  expect(entry("unlucky.pdf")?.failure?.sentence).toContain("The connection was lost");
});
