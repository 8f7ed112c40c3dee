import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UPLOAD_TRAY_TEXTS } from "../../texts/en/upload-tray-texts";
import { EMPTY_SNAPSHOT } from "../engine/store-entries";
import { UploadsProvider } from "../uploads-provider";
import { TrayNotices } from "./tray-notices";

const rendered = (sameNames: readonly string[]) =>
  renderToStaticMarkup(
    <UploadsProvider sizeMaxBytes={1} accountId="someone">
      <TrayNotices snapshot={{ ...EMPTY_SNAPSHOT, sameNames }} />
    </UploadsProvider>,
  );

const listed = (markup: string) =>
  [...markup.matchAll(/<bdi[^>]*>(.*?)<\/bdi>/g)].map(([, name]) => name);

test("a question about several changed files names up to five of them, counts the others, and can be skipped", () => {
  const names = Array.from({ length: 7 }, (_, index) => `${index}.pdf`);
  const texts = UPLOAD_TRAY_TEXTS.sameNames;
  const markup = rendered(names);

  expect(listed(markup)).toEqual(names.slice(0, 5));
  expect(markup).toContain(texts.more(2));
  expect(markup).toContain(texts.skip);
  expect(rendered(names.slice(0, 5))).not.toContain(texts.more(0));
});

test("a question about one changed file names it once", () => {
  expect(rendered(["plan.pdf"]).split("plan.pdf")).toHaveLength(2);
});
