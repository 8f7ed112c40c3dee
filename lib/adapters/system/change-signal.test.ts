import { expect, test } from "vitest";
import { createChangeSignal } from "./change-signal";

function arrange() {
  const signal = createChangeSignal();
  const heard: string[] = [];
  const note = (name: string) => () => {
    heard.push(name);
  };
  return { signal, heard, note };
}

test("every listener receives all later announcements but no earlier ones", () => {
  const { signal, heard, note } = arrange();
  signal.announce();
  signal.subscribe(note("first"));
  signal.announce();
  signal.subscribe(note("second"));
  signal.announce();
  expect(heard).toEqual(["first", "first", "second"]);
});

test("a removed listener receives no more announcements, and the other listeners remain", () => {
  const { signal, heard, note } = arrange();
  const listener = note("same");
  const end = signal.subscribe(listener);
  signal.subscribe(listener);
  end();
  end();
  signal.announce();
  expect(heard).toEqual(["same"]);
});

test("a listener that throws affects neither the caller nor the other listeners", () => {
  const { signal, heard, note } = arrange();
  signal.subscribe(() => {
    throw new Error("broken");
  });
  signal.subscribe(note("other"));
  expect(() => signal.announce()).not.toThrow();
  expect(heard).toEqual(["other"]);
});
