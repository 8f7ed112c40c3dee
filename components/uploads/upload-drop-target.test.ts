import { expect, test } from "vitest";
import { createDropHandlers } from "./upload-drop-target";

function dragOf(target: string, types: readonly string[] = ["Files"]) {
  const event = {
    target,
    defaultPrevented: false,
    dataTransfer: { types, dropEffect: "none" } as unknown as DataTransfer,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

function targetUnderTest() {
  const seen = { isOver: false, drops: 0 };
  const page = { isCovered: false };
  const handlers = createDropHandlers({
    onFiles: () => {
      seen.drops += 1;
    },
    onOver: (isOver) => {
      seen.isOver = isOver;
    },
    isCovered: () => page.isCovered,
  });
  return { seen, page, handlers };
}

test("files remain over the element while they move between its children", () => {
  const { seen, handlers } = targetUnderTest();
  handlers.onDragEnter(dragOf("tile"));
  handlers.onDragEnter(dragOf("title"));
  handlers.onDragLeave(dragOf("tile"));
  expect(seen.isOver).toBe(true);
  handlers.onDragEnter(dragOf("tile"));
  handlers.onDragLeave(dragOf("title"));
  expect(seen.isOver).toBe(true);
  handlers.onDragLeave(dragOf("tile"));

  expect(seen.isOver).toBe(false);
});

test("files can also leave an element that appeared below them", () => {
  const { seen, handlers } = targetUnderTest();
  handlers.onDragOver(dragOf("tile"));
  expect(seen.isOver).toBe(true);
  handlers.onDragLeave(dragOf("tile"));

  expect(seen.isOver).toBe(false);
});

test("dropped files are accepted, and the browser does not open them", () => {
  const { seen, handlers } = targetUnderTest();
  handlers.onDragEnter(dragOf("tile"));
  const over = dragOf("tile");
  handlers.onDragOver(over);
  const drop = dragOf("tile");
  handlers.onDrop(drop);

  expect(over.dataTransfer.dropEffect).toBe("copy");
  expect(drop.defaultPrevented).toBe(true);
  expect(seen).toEqual({ isOver: false, drops: 1 });
});

test("files over a dialog are not accepted by elements below it", () => {
  const { seen, page, handlers } = targetUnderTest();
  handlers.onDragOver(dragOf("tile"));
  page.isCovered = true;
  handlers.onDragOver(dragOf("tile"));
  const drop = dragOf("tile");
  handlers.onDrop(drop);

  expect(seen).toEqual({ isOver: false, drops: 0 });
  expect(drop.defaultPrevented, "the stray drop is told").toBe(false);
});

test("text and links are left to the browser", () => {
  const { seen, handlers } = targetUnderTest();
  const text = dragOf("tile", ["text/plain"]);
  handlers.onDragEnter(text);
  handlers.onDrop(text);

  expect(seen).toEqual({ isOver: false, drops: 0 });
  expect(text.defaultPrevented).toBe(false);
});

test("of two nested elements, only the inner one accepts the files", () => {
  const inner = targetUnderTest();
  const outer = targetUnderTest();
  const enter = dragOf("margin");
  outer.handlers.onDragEnter(enter);
  expect(outer.seen.isOver).toBe(true);
  const over = dragOf("tile");
  for (const { handlers } of [inner, outer]) handlers.onDragOver(over);
  expect([inner.seen.isOver, outer.seen.isOver]).toEqual([true, false]);
  const drop = dragOf("tile");
  for (const { handlers } of [inner, outer]) handlers.onDrop(drop);

  expect([inner.seen.drops, outer.seen.drops]).toEqual([1, 0]);
});
