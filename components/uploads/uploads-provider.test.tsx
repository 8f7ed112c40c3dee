import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { UploadsProvider } from "./uploads-provider";

afterEach(() => void vi.unstubAllGlobals());

test("rendering does not take over uploads, because React may render several times and discard a render", () => {
  const touched: string[] = [];
  const noting = (name: string) => () => void touched.push(name);
  vi.stubGlobal("window", { addEventListener: noting("a listener") });
  vi.stubGlobal("navigator", { locks: { request: noting("a lock") } });
  vi.stubGlobal("sessionStorage", { getItem: noting("reads"), setItem: noting("writes") });
  renderToStaticMarkup(
    <UploadsProvider sizeMaxBytes={1} accountId="someone">
      {null}
    </UploadsProvider>,
  );

  expect(touched).toEqual([]);
});
