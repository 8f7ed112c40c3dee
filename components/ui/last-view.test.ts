import { expect, test } from "vitest";
import { createViewMemory } from "./last-view";

function memoryUnderTest() {
  const texts = new Map<string, string>();
  return createViewMemory(() => ({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
  }));
}

test("the link back to a list leads to the list's last view", () => {
  const memory = memoryUnderTest();
  expect(memory.find("/cockpit")).toBe("/cockpit");
  memory.note("/cockpit?q=mill&order=name");
  memory.note("/cockpit/asset?identifier=A&status=4");

  expect(memory.find("/cockpit")).toBe("/cockpit?q=mill&order=name");
  expect(memory.find("/cockpit/asset?identifier=A")).toBe("/cockpit/asset?identifier=A&status=4");
});

test("the last view of one asset is not used for another", () => {
  const memory = memoryUnderTest();
  memory.note("/cockpit/asset?identifier=A&status=4");

  expect(memory.find("/cockpit/asset?identifier=B")).toBe("/cockpit/asset?identifier=B");
});

test("without storage, the link back leads to the whole list", () => {
  const memory = createViewMemory(() => {
    throw new Error("The operation is insecure.");
  });
  memory.note("/cockpit?q=mill");

  expect(memory.find("/cockpit")).toBe("/cockpit");
});
