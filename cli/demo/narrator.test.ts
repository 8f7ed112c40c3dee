import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createNarrator } from "./narrator";

function terminal(properties: { isTTY: boolean; hasColors: boolean }) {
  let text = "";
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk);
      done();
    },
  });
  const { isTTY, hasColors } = properties;
  const screen = Object.assign(stream, { isTTY, columns: 40, hasColors: () => hasColors });
  return { screen: screen as unknown as NodeJS.WriteStream, text: () => text };
}

test("the narrator numbers the acts", () => {
  const { screen, text } = terminal({ isTTY: false, hasColors: false });
  const narrator = createNarrator(screen);
  narrator.act("First");
  narrator.act("Second");
  expect(text()).toBe("\n1  First\n\n\n2  Second\n\n");
});

test("the narrator writes plain text to a log file and to a terminal without colours", () => {
  for (const properties of [
    { isTTY: false, hasColors: true },
    { isTTY: true, hasColors: false },
  ]) {
    const { tone } = createNarrator(terminal(properties).screen);
    expect(tone("bad", "500")).toBe("500");
  }
  const { tone } = createNarrator(terminal({ isTTY: true, hasColors: true }).screen);
  expect(tone("bad", "500")).toBe("\x1b[31m500\x1b[39m");
});

test("the narrator writes nothing after the demo has ended", () => {
  const { screen, text } = terminal({ isTTY: false, hasColors: false });
  const narrator = createNarrator(screen);
  narrator.write("before");
  narrator.stop();
  narrator.act("after");
  narrator.write("after");
  expect(text()).toBe("before");
});
