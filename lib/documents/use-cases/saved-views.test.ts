import { describe, expect, test } from "vitest";
import type { Person } from "@/lib/kernel/rules/actor";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createInMemorySavedViews } from "../testing/in-memory-saved-views";
import { changeView, deleteView, saveView } from "./saved-views";

const ADA: Person = {
  kind: "reviewer",
  id: "019cbc00-0000-7000-8000-00000000000a",
  sessionId: null,
};
const BEN: Person = { ...ADA, id: "019cbc00-0000-7000-8000-00000000000b" };
const ROOT: Person = { ...ADA, kind: "administrator", id: "019cbc00-0000-7000-8000-00000000000c" };
const VIEW = { name: "Open", address: "/documents?status=4", isShared: false };

const arrange = () => ({ savedViews: createInMemorySavedViews(), ids: createCountingIds() });

describe("who may change a view", () => {
  test.each([
    { who: "its owner", person: ADA, isShared: false, refusal: null },
    { who: "somebody else", person: BEN, isShared: false, refusal: "view-not-found" },
    { who: "an administrator", person: ROOT, isShared: false, refusal: "view-not-found" },
    { who: "its owner, shared", person: ADA, isShared: true, refusal: null },
    { who: "somebody else, shared", person: BEN, isShared: true, refusal: "missing-role" },
    { who: "an administrator, shared", person: ROOT, isShared: true, refusal: null },
  ])("$who: $refusal", async ({ person, isShared, refusal }) => {
    const ports = arrange();
    const { id } = await saveView(ports, { person: ADA, ...VIEW, isShared });
    const outcomes = [
      () => changeView(ports, { person, id, name: "Other" }).then(({ name }) => name),
      () => deleteView(ports, { person, id }),
    ];
    for (const act of outcomes) {
      const code = await act().then(
        () => null,
        (error) => error.code,
      );
      expect(code).toBe(refusal);
    }
  });

  test("an owner who has become a reader can stop sharing, but not change what others see", async () => {
    const ports = arrange();
    const { id } = await saveView(ports, { person: ADA, ...VIEW, isShared: true });
    const person = { ...ADA, kind: "reader" } as const;
    const renaming = changeView(ports, { person, id, name: "Other" });
    await expect(renaming).rejects.toMatchObject({ code: "missing-role" });
    await changeView(ports, { person, id, name: "Other", isShared: false });
    expect(await ports.savedViews.list(BEN.id)).toEqual([]);
  });
});

test("changes of different parts at the same moment are both kept", async () => {
  const ports = arrange();
  const { id } = await saveView(ports, { person: ADA, ...VIEW, isShared: true });
  await Promise.all([
    changeView(ports, { person: ADA, id, name: "Renamed" }),
    changeView(ports, { person: ROOT, id, address: "/documents" }),
  ]);
  expect(await ports.savedViews.find(id)).toMatchObject({ name: "Renamed", address: "/documents" });
});

test("a person can save 100 views", async () => {
  const ports = arrange();
  for (let n = 1; n <= 100; n += 1) await saveView(ports, { person: ADA, ...VIEW, name: `${n}` });
  await expect(saveView(ports, { person: ADA, ...VIEW })).rejects.toMatchObject({
    code: "too-many-views",
  });
  await saveView(ports, { person: BEN, ...VIEW });
});
