import { expect, test } from "vitest";
import { createSessionSignals } from "./session-signals";

function arrange() {
  const refusals = new Set<() => void>();
  const signals = createSessionSignals((listener) => {
    refusals.add(listener);
    return () => refusals.delete(listener);
  });
  const heard: string[] = [];
  return { signals, refusals, heard };
}

test("a listener is called when a call or the stream reports the end of the session, until the listener is removed", () => {
  const { signals, refusals, heard } = arrange();
  const end = signals.onOver((how) => heard.push(how));
  for (const refuse of refusals) refuse();
  signals.noteOver("signed-out-in-another-tab");
  end();
  signals.noteOver("ended");
  expect(heard).toEqual(["ended", "signed-out-in-another-tab"]);
  expect(refusals.size).toBe(0);
});

test("session signals report that the user has signed in again only to listeners for that signal", () => {
  const { signals, heard } = arrange();
  signals.onOver(() => heard.push("over"));
  const end = signals.onRestored(() => heard.push("restored"));
  signals.noteRestored();
  end();
  signals.noteRestored();
  expect(heard).toEqual(["restored"]);
});
