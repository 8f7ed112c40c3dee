import { expect, it } from "vitest";
import { preventStrayDrops } from "./prevent-stray-drops";

it("a file that is dropped beside every target does not replace the page", () => {
  const page = new EventTarget();
  const dropped = (types: readonly string[]) => {
    const event = new Event("drop", { cancelable: true });
    Object.assign(event, { dataTransfer: { types } });
    page.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const end = preventStrayDrops(page as Window);

  expect(dropped(["Files"])).toBe(true);
  expect(dropped(["text/plain"])).toBe(false);
  end();
  expect(dropped(["Files"])).toBe(false);
});
