import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { linksOf } from "@/app/pages";

const FOLDER = "app/(signed-in)/administration";

test("the administration navigation links to every administration page and to nothing else", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((file) => file.isDirectory());
  const pages = folders.filter(({ name }) =>
    // A folder in parentheses is a route group, which is not part of the URL.
    files.some((file) => file.replace(/\/\([^)]*\)/g, "") === `${name}/page.tsx`),
  );
  const links = linksOf("administration").map(({ href }) => href);
  expect(links.toSorted()).toEqual(pages.map(({ name }) => `/administration/${name}`).toSorted());
});
