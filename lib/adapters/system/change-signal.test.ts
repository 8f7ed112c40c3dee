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

test("every listener hears every announcement from now on, and none before", () => {
  const { signal, heard, note } = arrange();
  signal.announce();
  signal.subscribe(note("first"));
  signal.announce();
  signal.subscribe(note("second"));
  signal.announce();
  expect(heard).toEqual(["first", "first", "second"]);
});

test("a listener that ended hears nothing more, and ends no other one", () => {
  const { signal, heard, note } = arrange();
  const listener = note("same");
  const end = signal.subscribe(listener);
  signal.subscribe(listener);
  end();
  end();
  signal.announce();
  expect(heard).toEqual(["same"]);
});

test("a listener that throws disturbs neither the caller nor the others", () => {
  const { signal, heard, note } = arrange();
  signal.subscribe(() => {
    throw new Error("broken");
  });
  signal.subscribe(note("other"));
  expect(() => signal.announce()).not.toThrow();
  expect(heard).toEqual(["other"]);
});
