import { expect, type Page, test } from "@playwright/test";
import { faultsOf } from "./page-faults";

/** Shows a page that has no faults except those in the given style and body. */
const show = (page: Page, style: string, body: string) =>
  page.setContent(
    `<!doctype html><html lang="en"><head><title>Page</title><meta name="viewport" content="width=device-width">
     <style>body { color: #111; background: #fff } ${style}</style></head>
     <body><main><h1>Page</h1>${body}</main></body></html>`,
  );

const NAMELESS = `<button class="nameless"></button>`;
const DIALOG = `<div role="dialog" aria-label="Dialog"><h2>Dialog</h2></div>`;
const FAULTS: readonly (readonly [string, style: string, body: string, found: string[]])[] = [
  ["none", "", "<p>Text</p>", []],
  [
    "a colour of the dark look",
    "@media (prefers-color-scheme: dark) { p { color: #eee } }",
    "<p>Text</p>",
    ["1280 dark color-contrast"],
  ],
  [
    "a colour on phones in the dark",
    "@media (prefers-color-scheme: dark) and (max-width: 500px) { p { color: #eee } }",
    "<p>Text</p>",
    ["390 dark color-contrast"],
  ],
  [
    "a colour on phones",
    "@media (max-width: 500px) { p { color: #eee } }",
    "<p>Text</p>",
    ["390 light color-contrast"],
  ],
  [
    "something that lies elsewhere on phones",
    "div { background: #000; height: 3rem } p { color: #eee; margin: 0 } @media (max-width: 500px) { p { position: absolute; top: 20rem } }",
    "<div><p>Text</p></div>",
    ["390 light color-contrast"],
  ],
  [
    "an element that only phones show",
    ".nameless { display: none } @media (max-width: 500px) { .nameless { display: block } }",
    NAMELESS,
    ["390 light button-name"],
  ],
  [
    "an element that only the dark shows",
    ".nameless { display: none } @media (prefers-color-scheme: dark) { .nameless { display: block } }",
    NAMELESS,
    ["1280 dark button-name"],
  ],
  [
    "an element that only forced colours show",
    ".nameless { display: none } @media (forced-colors: active) { .nameless { display: block } }",
    NAMELESS,
    ["1280 forced button-name"],
  ],
  ["an element of every look", "", NAMELESS, ["1280 light button-name"]],
  [
    "a colour of a dialog in the dark",
    "@media (prefers-color-scheme: dark) { [role=dialog] { color: #eee } }",
    DIALOG,
    ["1280 dark color-contrast"],
  ],
  [
    "a colour on the page behind a dialog",
    "p { color: #eee }",
    `<p>Text</p>${DIALOG}`,
    ["1280 light color-contrast"],
  ],
  ["a page that is too wide", "p { width: 900px }", "<p>Text</p>", ["scrolls by"]],
];

test("faults are found in every look and at every width, and faults that are the same everywhere are reported only once", async ({
  page,
}) => {
  for (const [name, style, body, expected] of FAULTS) {
    await show(page, style, body);
    const found = await faultsOf(page);
    expect(found.length, `${name}: ${found.join("\n")}`).toBe(expected.length);
    for (const [index, beginning] of expected.entries()) {
      expect(found[index], name).toContain(beginning);
    }
  }
});
