import { describe, expect, test } from "vitest";
import { BadEventsError, parseEvents } from "./stored-event";

const NOW_MS = 1_700_000_000_000;
const SEED = "1700000000000,AAECAwQFBgcICQ==";

const parse = (body: unknown, seed: string | null = SEED) => parseEvents(body, seed, NOW_MS);

/** Returns the reason why a send is rejected. */
function refusalOf(body: unknown): string {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof BadEventsError) return error.message;
    throw error;
  }
  return "not refused";
}

describe("the events in a send", () => {
  test("keep their four members and lose all other members", () => {
    const event = { id: "i", name: "a/b", ts: 5, data: { x: [1] }, v: "1", user: {}, meta: {} };
    expect(parse([event])).toEqual([{ id: "i", name: "a/b", ts: 5, data: { x: [1] } }]);
  });

  test("get the missing members: empty data, the current time, and an id that is the same if the send is repeated", () => {
    const body = [{ name: "a" }, { name: "a", id: "", ts: 0, data: null }];
    expect(parse(body)).toEqual([
      { id: `${SEED}:0`, name: "a", ts: NOW_MS, data: {} },
      { id: `${SEED}:1`, name: "a", ts: NOW_MS, data: {} },
    ]);
    expect(parse(body)).toEqual(parse(body));
  });

  test("get unique ids if there is no seed", () => {
    const ids = [...parse([{ name: "a" }, { name: "a" }], null), ...parse({ name: "a" }, null)];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
  });

  test("may be a single event without an array, or none", () => {
    expect(parse({ name: "a", id: "i" })).toHaveLength(1);
    expect(parse([])).toEqual([]);
  });

  test("may number up to 5000", () => {
    const events = Array.from({ length: 5001 }, () => ({ name: "a" }));
    expect(parse(events.slice(1))).toHaveLength(5000);
    expect(refusalOf(events)).toContain("5001 events in one send are too many");
  });

  test("may be up to 512 KB each, counted in bytes", () => {
    const bytes = (text: string) => Buffer.byteLength(JSON.stringify(parse(event(text))[0]));
    const event = (text: string) => ({ id: "i", name: "a", ts: 1, data: { text } });
    const room = 512 * 1024 - bytes("");
    expect(bytes("x".repeat(room))).toBe(512 * 1024);
    expect(refusalOf([event(""), event("x".repeat(room + 1))])).toContain("Event 1 is 524289");
    expect(refusalOf(event("é".repeat(room / 2 + 1)))).toContain("Event 0 is");
  });
});

describe("an invalid send", () => {
  test.each([
    [null, "Event 0 cannot be used: the event"],
    ["text", "Event 0 cannot be used: the event"],
    [[{ name: "a" }, 5], "Event 1 cannot be used: the event"],
    [{}, "Event 0 cannot be used: name"],
    [{ name: "" }, "Event 0 cannot be used: name"],
    [{ name: 5 }, "Event 0 cannot be used: name"],
    [{ name: "x".repeat(513) }, "name: is longer than 512 bytes"],
    [{ name: "a", id: "é".repeat(257) }, "id: is longer than 512 bytes"],
    [{ name: "a", id: 5 }, "Event 0 cannot be used: id"],
    [{ name: "a", ts: "now" }, "Event 0 cannot be used: ts"],
    [{ name: "a", ts: 1.5 }, "Event 0 cannot be used: ts"],
    [{ name: "a", ts: -1 }, "Event 0 cannot be used: ts"],
    [{ name: "a", ts: 9e15 }, "Event 0 cannot be used: ts"],
    [{ name: "a", data: [] }, "Event 0 cannot be used: data"],
    [{ name: "a", data: "x" }, "Event 0 cannot be used: data"],
    [{ name: "inngest/function.failed" }, "names beginning with inngest/ are reserved"],
  ])("%j is rejected with an explanation", (body, why) => {
    expect(refusalOf(body)).toContain(why);
  });

  test("with a seed that would make ids too long is rejected with an explanation", () => {
    expect(() => parse({ name: "a" }, "x".repeat(201))).toThrow("at most 200 characters");
    expect(parse({ name: "a" }, "x".repeat(200))).toHaveLength(1);
  });

  test.each([
    ['{"a":[{"b":"x\\u0000"}]}', "holds a NUL character"],
    ['{"\\u0000":1}', "holds a NUL character"],
    ['{"a":"\\ud83d"}', "holds half of a surrogate pair"],
    ['{"a":1e400}', "holds a number that is too large"],
    ['{"a":{"toJSON":1}}', "holds a member named toJSON"],
    [`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "is nested deeper than 500 levels"],
  ])(
    "with data that could not be stored unchanged is rejected with an explanation (%#)",
    (data, why) => {
      const body: unknown = JSON.parse(`[{"name":"a","data":{}},{"name":"a","data":${data}}]`);
      expect(refusalOf(body)).toBe(`Event 1 ${why}, which cannot be stored. Leave it out.`);
    },
  );

  test("data is accepted if it only looks invalid", () => {
    const data = { text: "😀 \\u0000 \u2028", deep: JSON.parse("[".repeat(490) + "]".repeat(490)) };
    expect(parse({ name: "a", data })[0]?.data).toEqual(data);
  });
});
