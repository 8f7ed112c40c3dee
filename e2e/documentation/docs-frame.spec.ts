import { expect } from "@playwright/test";
import { test } from "../browser-test";

test("on the narrowest phone, the documentation's title stays on one line, and all code is monospaced", async ({
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
  const { fonts, widths } = await page.evaluate(async () => {
    const loaded = await document.fonts.load('16px "Geist Mono Variable"');
    const code = document.createElement("code");
    document.body.append(code);
    const widthOf = (text: string) => {
      code.textContent = text;
      return code.getBoundingClientRect().width;
    };
    const texts = ["iiiiiiii", "mmmmmmmm", "!=!==>=>"];
    const widthsOfMachine = texts.map(widthOf);
    code.style.fontFamily = '"Geist Mono Variable", serif';
    return { fonts: loaded.length, widths: [widthsOfMachine, texts.map(widthOf)] };
  });
  expect(fonts).toBeGreaterThan(0);
  for (const each of widths) expect(new Set(each).size).toBe(1);
});
