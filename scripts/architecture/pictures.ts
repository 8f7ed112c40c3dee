import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { instance } from "@viz-js/viz";
import { parseJson } from "@/embedded/small-files";
import { type CruisedModule, cruiseReport, ROOT } from "./cruise";
import { type ModuleImports, toDot, toRoomGraph, withoutShortcuts } from "./room-graph";

/** A diagram in docs/architecture.md. */
export interface Picture {
  readonly file: string;
  readonly svg: string;
}

/** The rooms in the diagrams. */
export const PRODUCT = [
  "app",
  "components",
  "inngest",
  "cli",
  "lib",
  "embedded",
  "packages",
  "prisma",
  "processor",
];
const NOT_DRAWN =
  /(^|\/)testing\/|\.fixture\.tsx?$|\/generated\/|^packages\/([^/]+\/conformance\/|.*\.test\.ts$)/;
const IN_SUBJECT =
  /^lib\/(?<subject>[^/]+)\/(?:[a-z]+-)?(?<layer>rules|ports|use-cases)(?:\/|\.ts$)/;

/** Returns the layer of a module of a subject; for other modules, the room. */
function layerOf(path: string): string | null {
  const layer = IN_SUBJECT.exec(path)?.groups?.layer;
  if (layer) return layer;
  const [top = "", inside] = path.split("/");
  if (!PRODUCT.includes(top)) return null;
  return top === "lib" ? `lib/${inside}` : top;
}

/** Returns the subject of a module, regardless of its layer. */
const subjectOf = (path: string) => IN_SUBJECT.exec(path)?.groups?.subject ?? null;

/** Draws the rooms and arrows from the imports of these modules, without tests and their helpers. */
export async function drawPictures(modules: readonly CruisedModule[]): Promise<Picture[]> {
  const drawn: ModuleImports[] = modules
    .filter(({ source }) => !NOT_DRAWN.test(source))
    .map(({ source, dependencies }) => ({
      source,
      imports: dependencies
        .filter(({ resolved }) => !NOT_DRAWN.test(resolved))
        .map(({ resolved, dependencyTypes }) => ({
          path: resolved,
          isTypeOnly: dependencyTypes.includes("type-only"),
        })),
    }));
  const viz = await instance();
  const draw = (roomOf: (path: string) => string | null) =>
    viz.renderString(toDot(withoutShortcuts(toRoomGraph(drawn, roomOf))), { format: "svg" });
  const file = (name: string) => join(ROOT, "docs/architecture", name);
  return [
    { file: file("subjects.svg"), svg: draw(subjectOf) },
    { file: file("layers.svg"), svg: draw(layerOf) },
  ];
}

/**
 * Returns a complaint for each diagram in docs/architecture.md that does not show the imports in dependency-cruiser's JSON
 * report about all rooms; none if there is no report.
 */
export async function pictureComplaints(report: string): Promise<string[]> {
  const { data } = cruiseReport.safeParse(parseJson(report));
  if (!data) return [];
  const complaints: string[] = [];
  for (const { file, svg } of await drawPictures(data.modules)) {
    if ((await readFile(file, "utf8")) === svg) continue;
    complaints.push(
      `${relative(ROOT, file)} does not show the current imports. Run \`npm run architecture\`.`,
    );
  }
  return complaints;
}
