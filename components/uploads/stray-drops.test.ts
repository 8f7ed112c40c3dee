import { expect, it } from "vitest";
import { createStrayDrops } from "./stray-drops";

function pageUnderTest() {
  const page = new EventTarget();
  const strays = createStrayDrops();
  const end = strays.prevent(page as Window);
  const drag = (type: "dragover" | "drop", types: readonly string[] = ["Files"]) => {
    const event = new Event(type, { cancelable: true });
    const dataTransfer = { types, dropEffect: "move" };
    Object.assign(event, { dataTransfer });
    page.dispatchEvent(event);
    return { isPrevented: event.defaultPrevented, effect: dataTransfer.dropEffect };
  };
  return { page, strays, end, drag };
}

it("a file dropped outside all targets does not replace the page", () => {
  const { drag, end } = pageUnderTest();

  expect(drag("dragover")).toEqual({ isPrevented: true, effect: "none" });
  expect(drag("drop").isPrevented).toBe(true);
  expect(drag("drop", ["text/plain"]).isPrevented).toBe(false);
  end();
  expect(drag("drop").isPrevented).toBe(false);
});

it("every stray drop calls the listener, and dragging shows that a drop is possible", () => {
  const { strays, drag } = pageUnderTest();
  let heard = 0;
  const end = strays.onStray(() => {
    heard += 1;
  });

  expect(drag("dragover").effect).toBe("copy");
  drag("drop");
  drag("drop", ["text/plain"]);
  expect(heard).toBe(1);
  end();
  drag("drop");
  expect(heard).toBe(1);
});

it("a drop accepted by a target is not stray", () => {
  const { page, strays, end } = pageUnderTest();
  end();
  let heard = 0;
  strays.onStray(() => {
    heard += 1;
  });
  page.addEventListener("drop", (event) => event.preventDefault());
  strays.prevent(page as Window);
  const drop = new Event("drop", { cancelable: true });
  page.dispatchEvent(Object.assign(drop, { dataTransfer: { types: ["Files"] } }));

  expect(heard).toBe(0);
});
