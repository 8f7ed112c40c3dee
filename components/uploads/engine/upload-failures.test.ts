import { expect, test } from "vitest";
import { CallFailure } from "@/lib/client/call-failure";
import { problem } from "./cockpit.fixture";
import { fileOf, storeUnderTest, turns } from "./store.fixture";

const lost = () => {
  throw new TypeError("Failed to fetch");
};

test("an upload whose connection stays lost fails after a minute, its document gets status 6 and the reason, and only its failure stays in the list", async () => {
  const { store, cockpit, add, until, untilIdle, entry } = storeUnderTest();
  cockpit.putMishap = (name) => {
    if (name === "b.pdf") throw new CallFailure("lost", { isTransient: true });
  };
  await add(fileOf("a.pdf"), fileOf("b.pdf"), fileOf("c.pdf"));
  await untilIdle();

  expect(cockpit.statuses()).toEqual({ "a.pdf": [2], "b.pdf": [6], "c.pdf": [2] });
  expect(entry("b.pdf")?.failure).toMatchObject({
    sentence: "The connection was lost for more than a minute.",
    canRetry: true,
  });
  const document = [...cockpit.documents.values()].find(({ name }) => name === "b.pdf");
  expect(document?.failure).toEqual({
    code: "connection-lost",
    message: "The connection was lost for more than a minute.",
  });

  store.clearFinished();
  await until(() => store.getSnapshot().entries.length === 1);
  expect(entry("b.pdf")?.state).toBe("failed");
});

test("one failure of each kind does not stop the other uploads", async () => {
  const { cockpit, add, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = (name) => {
    if (name === "throws.pdf") throw new RangeError("a bug");
  };
  const gone = fileOf("gone.pdf");
  gone.slice = () => {
    throw new DOMException("gone", "NotFoundError");
  };
  await add(fileOf("a.pdf"), fileOf("throws.pdf"), gone, fileOf("empty.pdf", 0), fileOf("z.pdf"));
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf", "z.pdf"]);
  expect(names("failed")).toEqual(["throws.pdf", "gone.pdf", "empty.pdf"]);
  expect(cockpit.statuses()).toEqual({ "a.pdf": [2], "throws.pdf": [6], "z.pdf": [2] });
});

test("an empty or oversized file fails immediately with a message, and does not create a document", async () => {
  const { cockpit, add, entry, untilIdle } = storeUnderTest({ sizeMaxBytes: 1000 });
  await add(fileOf("empty.pdf", 0), fileOf("large.pdf", 1001), fileOf("just.pdf", 1000));
  await untilIdle();

  expect(Object.keys(cockpit.statuses())).toEqual(["just.pdf"]);
  expect(entry("empty.pdf")?.failure?.sentence).toBe("The file is empty (0 bytes).");
  expect(entry("large.pdf")?.failure?.sentence).toContain("The file is too large");
  expect(entry("large.pdf")?.failure?.canRetry).toBe(false);
});

test("a file that disappears while it is being sent is reported, and its document gets status 6", async () => {
  const { cockpit, add, entry, untilIdle } = storeUnderTest();
  const file = fileOf("gone.pdf");
  cockpit.putMishap = () => {
    file.slice = () => {
      throw new DOMException("gone", "NotReadableError");
    };
    throw new CallFailure("lost", { isTransient: true });
  };
  await add(file);
  await untilIdle();

  expect(entry("gone.pdf")?.failure?.sentence).toContain("cannot be read any more");
  expect(cockpit.documents.get("uuid-1")?.failure?.code).toBe("file-unreadable");
  expect(cockpit.puts).toHaveLength(1);
});

test("a rejected creation fails with the server's message and does not leave a document behind", async () => {
  const { cockpit, add, entry, untilIdle } = storeUnderTest();
  cockpit.mishap = () => problem(422, "validation-failed");
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(entry("a.pdf")?.failure?.sentence).toBe(
    "Stagedoor rejected the file: It is validation-failed.",
  );
  expect(cockpit.log).toEqual(["POST documents"]);
});

test("an upload whose document was cancelled by somebody else fails with an explanation and is not reported", async () => {
  const { cockpit, add, entry, untilIdle } = storeUnderTest();
  cockpit.putMishap = () => {
    const document = cockpit.documents.get("uuid-1");
    if (document) document.status = 6;
  };
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(entry("a.pdf")?.failure?.sentence).toContain(
    "cancelled or it expired before the file was complete",
  );
  expect(cockpit.log).toEqual(["POST documents", "PUT documents/uuid-1"]);
});

test("a document deleted in the meantime is reported as deleted, and a retry does not recreate it", async () => {
  const { cockpit, store, add, entry, untilIdle } = storeUnderTest();
  cockpit.isAnswerLost = (call) => {
    if (call !== "PUT documents/uuid-1" || cockpit.log.filter((one) => one === call).length > 1) {
      return false;
    }
    for (const document of cockpit.documents.values()) document.status = 8;
    return true;
  };
  await add(fileOf("a.pdf"));
  await untilIdle();
  store.retryAll();
  await turns();

  expect(entry("a.pdf")).toMatchObject({
    state: "failed",
    failure: {
      sentence: "The document was deleted before its upload was confirmed.",
      fix: "If you still need it, add the file again. It becomes a new document.",
      canRetry: false,
    },
  });
  expect(cockpit.statuses()).toEqual({ "a.pdf": [8] });
});

test("an upload whose document was closed while its creation response was lost fails with an explanation, and a retry creates a new document", async () => {
  const { cockpit, store, add, entry, untilIdle } = storeUnderTest();
  cockpit.isAnswerLost = () => {
    for (const document of cockpit.documents.values()) document.status = 6;
    return cockpit.log.length === 1;
  };
  await add(fileOf("a.pdf"));
  await untilIdle();
  expect(entry("a.pdf")?.failure?.sentence).toContain(
    "cancelled or it expired before the file was complete",
  );
  expect(cockpit.puts).toEqual([]);
  cockpit.isAnswerLost = () => false;
  store.retryAll();
  await untilIdle();

  expect(cockpit.statuses()).toEqual({ "a.pdf": [6, 2] });
});

test("retrying a reported failure several times creates a single new document in the same place", async () => {
  const { cockpit, store, add, entry, untilIdle } = storeUnderTest();
  cockpit.putMishap = () => {
    throw new RangeError("a bug");
  };
  await add(fileOf("a.pdf"), fileOf("b.pdf"));
  await untilIdle();
  const id = entry("a.pdf")?.id ?? "";
  cockpit.putMishap = () => undefined;
  store.retry(id);
  store.retry(id);
  await untilIdle();
  store.retry(id);
  await turns();

  expect(entry("a.pdf")).toMatchObject({ id, state: "done", failure: null });
  expect(store.getSnapshot().entries[0]?.id).toBe(id);
  expect(cockpit.statuses()).toEqual({ "a.pdf": [6, 2], "b.pdf": [6] });
});

test("a retry continues with the same document if its failure could not be reported", async () => {
  const { cockpit, store, add, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = () => {
    cockpit.mishap = lost;
    throw new CallFailure("lost", { isTransient: true });
  };
  await add(fileOf("a.pdf"));
  await untilIdle();
  expect(names("failed")).toEqual(["a.pdf"]);
  cockpit.putMishap = () => undefined;
  cockpit.mishap = () => null;
  store.retryAll();
  await untilIdle();

  expect(cockpit.statuses()).toEqual({ "a.pdf": [2] });
});

test("a retry only reports the upload if the file had arrived after all", async () => {
  const { cockpit, store, add, untilIdle, names } = storeUnderTest();
  cockpit.mishap = (call) => (call.startsWith("PUT") ? lost() : null);
  await add(fileOf("a.pdf"));
  await untilIdle();
  expect(names("failed")).toEqual(["a.pdf"]);
  cockpit.mishap = () => null;
  store.retryAll();
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(cockpit.puts).toHaveLength(1);
});

test("a retry has no effect on a failure that it cannot fix", async () => {
  const { cockpit, store, add, entry, untilIdle } = storeUnderTest();
  await add(fileOf("empty.pdf", 0));
  await untilIdle();
  store.retryAll();
  await turns();

  expect(entry("empty.pdf")?.state).toBe("failed");
  expect(cockpit.log).toEqual([]);
});

test("an upload says that it waits for the connection while nothing responds, and then completes", async () => {
  const { cockpit, store, add, until, untilState, untilIdle, entry } = storeUnderTest();
  let isConnected = true;
  cockpit.mishap = (call) => {
    if (!isConnected && call.startsWith("PUT")) throw new TypeError("Failed to fetch");
    return null;
  };
  cockpit.putMishap = () => {
    isConnected = false;
  };
  await add(fileOf("a.pdf"));
  await untilState("a.pdf", "paused-offline");
  await until(() => cockpit.log.filter((call) => call.startsWith("PUT")).length === 3);
  expect(entry("a.pdf")?.state).toBe("paused-offline");
  expect(store.hasUnfinished()).toBe(true);
  isConnected = true;
  await untilIdle();

  expect(entry("a.pdf")?.state).toBe("done");
});
