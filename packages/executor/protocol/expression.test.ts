import { describe, expect, test } from "vitest";
import { holds, parseExpression, parsePath, readPath } from "./expression";

const event = { name: "a", data: { id: 7, text: "x's", none: null, list: [1, { a: 2 }] } };

const holdsFor = (text: string, values: { event: unknown; async?: unknown }) =>
  holds(parseExpression(text), values);

describe("an expression", () => {
  test.each([
    "event.data.id == 7",
    "event.data.id==7",
    "  7 == event.data.id ",
    "event.name == 'a'",
    'event.name == "a"',
    'event.data.text == "x\'s"',
    "event.data.id != 8",
    "event.data.id != -7",
    "event.data.id != '7'",
    "event.data.id == 7 && event.name == 'a' && event.data.text != 'y'",
    "event.data.list == event.data.list",
    "event.data.none == event.data.none",
    "event.data.absent != 7",
    "event.data.absent != event.data.absent",
    "'a && b' != event.name",
  ])("%s holds", (text) => {
    expect(holdsFor(text, { event })).toBe(true);
  });

  test.each([
    "event.data.id == 8",
    "event.data.id == '7'",
    "event.data.id != 7",
    "event.data.id == 7 && event.name == 'b'",
    "event.name == 'b' && event.data.id == 7",
    "event.data.absent == event.data.absent",
    "event.data.absent.deeper == 7",
    "event.name.length == 1",
    "event.constructor.name == 'Object'",
    "event.data.none == 0",
    "async.data.id == event.data.id",
  ])("%s does not hold", (text) => {
    expect(holdsFor(text, { event })).toBe(false);
  });

  test("compares the run's event with the incoming event", () => {
    const cancel = "event.data.id == async.data.id";
    expect(holdsFor(cancel, { event, async: { data: { id: 7 } } })).toBe(true);
    expect(holdsFor(cancel, { event, async: { data: { id: 8 } } })).toBe(false);
    expect(holdsFor(cancel, { event, async: { data: {} } })).toBe(false);
  });

  test("written by the SDK for onFailure holds only for its own function", () => {
    const text = "event.data.function_id == 'app-deliver'";
    const failed = (id: string) => ({ event: { data: { function_id: id } } });
    expect(holdsFor(text, failed("app-deliver"))).toBe(true);
    expect(holdsFor(text, failed("app-relay"))).toBe(false);
  });
});

describe("an expression outside the subset", () => {
  test.each([
    "",
    "   ",
    "event.data.id",
    "event.data.id ==",
    "== 7",
    "event.data.id == 7 &&",
    "&& event.data.id == 7",
    "event.data.id == 7 event.name == 'a'",
    "event.data.id == 7 || event.name == 'a'",
    "event.data.id == 7 && && event.name == 'a'",
    "event.data.id == == 7",
    "event.data.id > 7",
    "event.data.id = 7",
    "event.data.id == 7.5",
    "event.data.id == 99999999999999999999",
    "event.data.ok == true",
    "event.data.none == null",
    "event == async",
    "data.id == 7",
    "events.data.id == 7",
    "event.data.list[0] == 1",
    'event.data["id"] == 7',
    "event.data.my-id == 7",
    "event.data. id == 7",
    "event.data.id == 'open",
    "event.data.id == 'a\\'b'",
    "has(event.data.id)",
    "!(event.data.id == 7)",
    "(event.data.id == 7)",
    "event.data.id == 7;",
  ])("%s is rejected with an explanation", (text) => {
    expect(() => parseExpression(text)).toThrow(`The expression "${text}" cannot be used: `);
  });
});

describe("a path", () => {
  test("is parsed; a quoted constant is accepted and has no path", () => {
    expect(parsePath("event.data.endpointId")).toEqual(["event", "data", "endpointId"]);
    expect(parsePath("'all'")).toBeNull();
    expect(parsePath('"all"')).toBeNull();
  });

  test.each(["", "event", "data.id", "event.data.a + event.data.b", "event.data.a == 1", "&&"])(
    "%s is rejected with an explanation",
    (text) => {
      expect(() => parsePath(text)).toThrow(`The expression "${text}" cannot be used: `);
    },
  );

  test("reads only an object's own members", () => {
    expect(readPath(["event", "data", "id"], { event })).toBe(7);
    expect(readPath(["event", "data", "list", "1", "a"], { event })).toBe(2);
    expect(readPath(["event", "data", "toString"], { event })).toBeUndefined();
    expect(readPath(["event", "data", "none", "id"], { event })).toBeUndefined();
  });
});
