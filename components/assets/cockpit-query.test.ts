import { expect, test } from "vitest";
import { ASSET_ORDERS } from "@/lib/assets/ports";
import { assetsQuery, unassignedQuery } from "@/lib/http/assets/cockpit-schemas";
import { readQuery } from "@/lib/http/core/requests/read-query";
import {
  COCKPIT_FILTERS,
  COCKPIT_ORDERS,
  cockpitPath,
  readCockpitQuery,
  tilesPath,
  unassignedPath,
} from "./cockpit-query";

const paramsOf = (path: string) => new URL(path, "https://stagedoor.example").searchParams;
const FIRST_VIEW = { text: "", folder: "", filter: "all", order: "activity" } as const;

test("every choice survives a round trip through its URL", () => {
  for (const filter of COCKPIT_FILTERS) {
    for (const order of COCKPIT_ORDERS) {
      const query = { text: "50 % & more + “ü”", folder: "Zürich/A & B", filter, order };
      expect(readCockpitQuery(paramsOf(cockpitPath(query)))).toEqual(query);
    }
  }
});

test("the default view has a URL without parameters", () => {
  expect(cockpitPath(FIRST_VIEW)).toBe("/cockpit");
});

test("a URL with unknown values shows the default view", () => {
  const params = paramsOf("/cockpit?filter=gone&order=__proto__&other=1");
  expect(readCockpitQuery(params)).toEqual(FIRST_VIEW);
});

test.each([
  ["  lift \t", "lift"],
  ["a\u0000b", "a b"],
  ["😀".repeat(300), "😀".repeat(200)],
])("a search for %j is sent in a form that the API accepts", (typed, text) => {
  const query = readCockpitQuery(new URLSearchParams({ q: typed }));
  expect(query.text).toBe(text);
  expect(readQuery(paramsOf(tilesPath(query, 0)), assetsQuery).q).toBe(text);
  expect(readQuery(paramsOf(unassignedPath(query.text, null)), unassignedQuery).q).toBe(text);
});

test.each([
  ["Zürich/Altstadt", "Zürich/Altstadt"],
  [" /Zürich / Altstadt/", "Zürich/Altstadt"],
  ["Zürich\nNord", ""],
  ["a".repeat(501), ""],
  ["/", ""],
])("the folder %j is sent in a form that the API accepts", (text, folder) => {
  const query = readCockpitQuery(new URLSearchParams({ folder: text, order: "name" }));
  expect(query).toEqual({ ...FIRST_VIEW, folder, order: "name" });
  expect(readQuery(paramsOf(tilesPath(query, 60)), assetsQuery)).toMatchObject({
    folder: folder || null,
    offset: 60,
  });
});

test("every sort order of the API is offered", () => {
  expect([...COCKPIT_ORDERS].sort()).toEqual([...ASSET_ORDERS].sort());
});

test.each([
  ["all", { new: false, archived: false, status: null }],
  ["new", { new: true, archived: false, status: null }],
  ["review", { new: false, archived: false, status: 4 }],
  ["failed", { new: false, archived: false, status: 6 }],
  ["archived", { new: false, archived: true, status: null }],
] as const)("the filter %s is sent to the API", (filter, expected) => {
  const path = tilesPath({ ...FIRST_VIEW, filter, order: "name" }, 120);
  const {
    new: isNew,
    archived,
    status,
    order,
    offset,
    limit,
  } = readQuery(paramsOf(path), assetsQuery);
  expect({ new: isNew, archived, status }).toEqual(expected);
  expect({ order, offset, limit }).toEqual({ order: "name", offset: 120, limit: 60 });
});

test("an identifier with special characters can be the cursor in the Unassigned tray", () => {
  const path = unassignedPath("", "A/B?c=d&e #1");
  expect(readQuery(paramsOf(path), unassignedQuery).after).toBe("A/B?c=d&e #1");
});
