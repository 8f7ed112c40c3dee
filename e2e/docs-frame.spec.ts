import { expect } from "@playwright/test";
import { test } from "./browser-test";

test("on the narrowest phone the documentation's name stays on one line, and code is monospaced everywhere", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/docs");
  const name = page.getByRole("banner").getByRole("link").first();
  const lines = await name.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
  const widths = await page.evaluate(async () => {
    const code = document.createElement("code");
    document.body.append(code);
    const widthOf = (text: string) => {
      code.textContent = text;
      return code.getBoundingClientRect().width;
    };
    widthOf("iiimmm!=");
    await document.fonts.ready;
    return ["iiiiiiii", "mmmmmmmm", "!=!==>=>"].map(widthOf);
  });
  expect(new Set(widths).size).toBe(1);
});
