import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGES } from "@/app/pages";
import { CALL_ROLES } from "@/app/testing/role-table.fixture";
import { includesRole, ROLES, type Role } from "@/lib/kernel/rules/actor";

const rowOf = ([name, needed]: [string, Role]) =>
  `| \`${name}\` | ${ROLES.map((role) => (includesRole(role, needed) ? "yes" : "no")).join(" | ")} |`;

test("docs/roles.md lists every page and call with the roles that may use it, and no others", () => {
  const lines = readFileSync("docs/roles.md", "utf8").split("\n");
  const pages = Object.entries(PAGES)
    .flatMap(([page, { role }]): [string, Role][] => (role ? [[page, role]] : []))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const expected = [...pages, ...Object.entries(CALL_ROLES)].map(rowOf);
  expect(lines.filter((line) => line.startsWith("| `"))).toEqual(expected);
});
