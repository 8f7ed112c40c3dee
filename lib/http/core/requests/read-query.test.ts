import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DomainError } from "@/lib/kernel/rules/errors";
import { pageQuery } from "../schemas";
import { readQuery } from "./read-query";

const read = (query: string) => readQuery(new URLSearchParams(query), pageQuery);

function pointersOf(query: string): readonly string[] {
  try {
    read(query);
  } catch (error) {
    if (error instanceof DomainError && error.code === "validation-failed") {
      return error.errors.map(({ pointer }) => pointer);
    }
    throw error;
  }
  return [];
}

describe("a page of a list", () => {
  test("starts at the beginning and has 100 rows by default", () => {
    expect(read("")).toEqual({ limit: 100 });
  });

  test.each(["1", "999", "1000"])("can have %s rows", (limit) => {
    expect(read(`limit=${limit}`)).toEqual({ limit: Number(limit) });
  });

  test("can continue after a cursor with up to 18 digits", () => {
    expect(read("cursor=999999999999999999")).toEqual({ limit: 100, cursor: 999999999999999999n });
  });

  test.each(["0", "1001", "10000", "-1", "1.5", "1e3", "0x10", "", " 1", "ten"])(
    "cannot have the limit %j",
    (limit) => {
      expect(pointersOf(`limit=${encodeURIComponent(limit)}`)).toEqual(["#/limit"]);
    },
  );

  test.each(["", "-1", "1.5", "abc", "9999999999999999999", "1;2"])(
    "cannot continue after the cursor %j",
    (cursor) => {
      expect(pointersOf(`cursor=${encodeURIComponent(cursor)}`)).toEqual(["#/cursor"]);
    },
  );
});

describe("a query is rejected", () => {
  test.each([
    ["Limit=5", "#/Limit"],
    ["page=2", "#/page"],
    ["a%2Fb=1", "#/a~1b"],
    ["__proto__=1", "#/__proto__"],
  ])("if it contains an unknown parameter: %s", (query, pointer) => {
    expect(pointersOf(query)).toEqual([pointer]);
  });

  test.each([
    ["limit=5&limit=5", "#/limit"],
    ["limit=5&cursor=1&limit=6", "#/limit"],
    ["a%2Fb=1&a%2Fb=2", "#/a~1b"],
  ])("if it repeats a parameter: %s", (query, pointer) => {
    expect(pointersOf(query)).toEqual([pointer]);
  });
});

test("a schema that ignores unknown parameters ignores repeated ones, too, but not repeated known ones", () => {
  const schema = z.object({ reason: z.string().optional() });
  const readLoosely = (query: string) => readQuery(new URLSearchParams(query), schema);
  expect(readLoosely("force=1&force=2&reason=other")).toEqual({ reason: "other" });
  expect(() => readLoosely("reason=a&reason=b")).toThrow(/#\/reason/);
});
