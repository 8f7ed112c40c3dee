import { expect, test } from "vitest";
import { fileOf, storeUnderTest, TARGET, turns } from "./store.fixture";

test("cancelling a waiting upload does not create a document", async () => {
  const { cockpit, store, add, entry, until, untilIdle, names } = storeUnderTest();
  const open: (() => void)[] = [];
  cockpit.putMishap = () => new Promise((resolve) => open.push(resolve));
  await add(...Array.from({ length: 6 }, (_, n) => fileOf(`${n}.pdf`)));
  await until(() => open.length === 4 && names("waiting").length === 2);
  store.cancel(entry("4.pdf")?.id ?? "");
  cockpit.putMishap = () => undefined;
  for (const go of open) go();
  await untilIdle();

  expect(names("cancelled")).toEqual(["4.pdf"]);
  expect(Object.keys(cockpit.statuses())).toEqual(["0.pdf", "1.pdf", "2.pdf", "3.pdf", "5.pdf"]);
});

test.each([
  ["creating", "POST documents"],
  ["reporting", "PUT documents/uuid-1"],
] as const)(
  "cancelling an upload while it is %s cancels its document too",
  async (state, during) => {
    const { cockpit, store, add, entry, untilState, until } = storeUnderTest();
    let go = () => undefined as unknown;
    cockpit.mishap = (call) =>
      call === during ? new Promise((resolve) => (go = () => resolve(null))) : null;
    await add(fileOf("a.pdf"));
    await untilState("a.pdf", state);
    await turns();
    store.cancel(entry("a.pdf")?.id ?? "");
    cockpit.mishap = () => null;
    go();
    await until(() => [6, 8].includes(cockpit.documents.get("uuid-1")?.status ?? 0));

    expect(entry("a.pdf")?.state).toBe("cancelled");
    expect(cockpit.log).toContain("DELETE documents/uuid-1");
  },
);

test("cancelling a running upload aborts its transfer and cancels its document while the others continue", async () => {
  const { cockpit, store, add, entry, untilState, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = (name, { signal }) =>
    name !== "a.pdf"
      ? undefined
      : new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        });
  await add(fileOf("a.pdf"), fileOf("b.pdf"));
  await untilState("a.pdf", "uploading");
  store.cancel(entry("a.pdf")?.id ?? "");
  await untilIdle();
  await turns();

  expect(names("done")).toEqual(["b.pdf"]);
  expect(cockpit.statuses()).toEqual({ "a.pdf": [6], "b.pdf": [2] });
  expect(cockpit.documents.get("uuid-1")?.failure?.code).toBe("cancelled");
});

test("cancelling all uploads stops them, and no further files are read", async () => {
  const { cockpit, store, until, names } = storeUnderTest();
  cockpit.putMishap = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  let more = () => undefined as unknown;
  const reading = store.add(TARGET, {
    async *[Symbol.asyncIterator]() {
      const files = Array.from({ length: 8 }, (_, n) => ({
        file: fileOf(`${n}.pdf`),
        folder: null,
      }));
      yield { files, leftOut: [] };
      await new Promise((resolve) => (more = () => resolve(null)));
      yield { files, leftOut: [] };
    },
  });
  await until(() => names("uploading").length === 4);
  store.cancelAll();
  more();
  await reading;
  await until(() => [...cockpit.documents.values()].every(({ status }) => status === 6));

  expect(names("cancelled")).toHaveLength(8);
  expect(store.hasUnfinished()).toBe(false);
  expect(cockpit.documents.size).toBe(4);
});

test("cancelling an upload at the moment its report arrives deletes the document", async () => {
  const { cockpit, store, add, entry, until, untilState } = storeUnderTest();
  cockpit.isAnswerLost = (call) => {
    if (call === "PUT documents/uuid-1") store.cancel(entry("a.pdf")?.id ?? "");
    return false;
  };
  cockpit.mishap = async (call) => {
    // The entry is shown before any response arrives.
    if (call === "POST documents") await untilState("a.pdf", "creating");
    return null;
  };
  await add(fileOf("a.pdf"));
  await until(() => cockpit.documents.get("uuid-1")?.status === 8);

  await untilState("a.pdf", "cancelled");
});

test("an upload cancelled while its failure is being reported stays cancelled", async () => {
  const { cockpit, store, add, entry, until, untilIdle } = storeUnderTest();
  cockpit.putMishap = () => {
    throw new RangeError("a bug");
  };
  let go = () => undefined as unknown;
  cockpit.mishap = (call) =>
    call === "PUT documents/uuid-1"
      ? new Promise((resolve) => {
          go = () => resolve(null);
        })
      : null;
  await add(fileOf("a.pdf"));
  await until(() => cockpit.log.includes("PUT documents/uuid-1"));
  store.cancel(entry("a.pdf")?.id ?? "");
  go();
  await until(() => cockpit.documents.get("uuid-1")?.status === 6);
  await untilIdle();

  expect(entry("a.pdf")).toMatchObject({ state: "cancelled", failure: null });
});
