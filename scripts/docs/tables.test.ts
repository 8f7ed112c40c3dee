import { expect, test } from "vitest";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { SCOPES } from "@/lib/kernel/rules/actor";
import { CURRENT_PAGES, pageOf, tableOf, tablesOf } from "./documents.fixture";

test("no table appears twice in the documentation", () => {
  const names = CURRENT_PAGES.flatMap(({ file, text }) =>
    tablesOf(text).map(({ heading, rows }) => ({
      file,
      name: JSON.stringify([heading, rows.map(([first]) => first)]),
    })),
  );
  const twice = names.filter(({ name }, index) =>
    names.some((other, at) => at < index && other.name === name),
  );
  expect(twice.filter(({ file }) => file !== "docs/performance.md")).toEqual([]);
});

test("the README takes two minutes to read", () => {
  expect(pageOf("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(130);
});

test("docs/integration.md lists every status and the statuses that can follow it", () => {
  const { rows } = tableOf("docs/integration.md", "Status", "Name");
  const expected = LIFECYCLE.statuses.map(({ status, statusName }) => [
    String(status),
    `\`${statusName}\``,
    LIFECYCLE.moves.filter(({ from }) => from === status).map(({ to }) => to),
  ]);
  const read = rows.map(([status, name, , next = ""]) => [
    status,
    name,
    [...next.matchAll(/\d/g)].map(([digit]) => Number(digit)),
  ]);
  const sorted = (each: (typeof read)[number][]) =>
    each.map(([status, name, next]) => [status, name, [...(next as number[])].sort()]);
  expect(sorted(read)).toEqual(sorted(expected));
});

test("docs/cli.md lists every scope", () => {
  const { rows } = tableOf("docs/cli.md", "Scope");
  expect(rows.map(([scope]) => scope)).toEqual(SCOPES.map((scope) => `\`${scope}\``));
});
