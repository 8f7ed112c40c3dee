import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

test("no loading state covers another route's page, because the status would be sent before that page determines it", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const foldersOf = (name: string) =>
    files.filter((file) => file.endsWith(`/${name}`)).map((file) => dirname(file));
  const pages = foldersOf("page.tsx");
  expect(pages).toContain("(signed-in)/cockpit/asset");
  for (const folder of foldersOf("loading.tsx")) {
    expect(
      pages.filter((page) => page.startsWith(`${folder}/`)),
      folder,
    ).toEqual([]);
  }
});
