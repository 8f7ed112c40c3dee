import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COLUMN_PIXELS_MAX, layOutPages, PAGE_GAP, PAGE_PIXELS_MAX } from "../pages/page-layout";
import { CANVAS_PIXELS_MAX, pageView } from "../pages/page-view";
import type { EarlyOpening } from "../pdf/early-opening";
import { drawEarly } from "./draw-early";
import type { EarlyStart } from "./early-start";

const AREA = { width: 724, height: 600 };
const PLACE = {
  ...{ selector: "[data-x]", gap: PAGE_GAP, pixelsPerPoint: 1 },
  ...{ canvasPixelsMax: CANVAS_PIXELS_MAX, pageHeightMax: PAGE_PIXELS_MAX },
  columnHeightMax: COLUMN_PIXELS_MAX,
};

beforeEach(() => {
  const element = () => ({ style: {}, append: () => undefined, replaceChildren: () => undefined });
  const region = { ...element(), clientWidth: AREA.width };
  vi.stubGlobal("document", { querySelector: () => region, createElement: element });
  vi.stubGlobal("devicePixelRatio", 2);
  vi.stubGlobal("window", globalThis);
});

afterEach(() => void vi.unstubAllGlobals());

/** Returns the early picture of a PDF whose pages all have this size. */
async function pictureOf(width: number, height: number, numPages = 1) {
  const page = {
    getViewport: ({ scale }: { scale: number }) => ({
      ...{ width: width * scale, height: height * scale },
    }),
    render: () => ({ promise: Promise.resolve() }),
  };
  const task = { promise: Promise.resolve({ numPages, getPage: async () => page }) };
  const opening = Promise.resolve({ task } as unknown as EarlyOpening);
  const start = { opening, picture: Promise.resolve(null) } as EarlyStart;
  vi.stubGlobal("stagedoorEarlyStart", start);
  drawEarly(PLACE);
  return start.picture;
}

test.each([
  [794, 1123],
  [1123, 794],
  [200, 300],
  [3000, 9000],
])("a first page of %d × %d pixels is drawn as the viewer would draw it", async (width, height) => {
  const layout = layOutPages([{ width, height }], { zoom: "width", rotation: 0, area: AREA });
  const [place = { top: 0, width: 0, height: 0, scale: 0 }] = layout.places;
  expect((await pictureOf(width, height))?.view).toEqual(pageView(place, 0));
});

test.each([
  [10, 100_000, 1],
  [794, 1123, 100_000],
])(
  "a PDF with pages of %d × %d pixels, %d in total, is left to the viewer",
  async (width, height, pages) => {
    expect(await pictureOf(width, height, pages)).toBeNull();
  },
);

test("nothing is drawn if the page's first script started nothing", () => {
  expect(drawEarly(PLACE)).toBeUndefined();
});
