import { join } from "node:path";
import { ensureUpToDate } from "@/embedded/launcher/build/ensure-built";
import { toolEnvironment } from "@/embedded/launcher/environment";
import { createStagedoorRequests, type LoadRequest } from "../load/generate-load";
import { hashApplication, startNext } from "../load/start";
import type { Side } from "./side";
import type { SideSurroundings } from "./surroundings";

const FOLDER = "bench/peers/empty-route";
const ANY_UUID = "01a1fb10-91f3-7689-ab3c-b13591dfedf4";

/**
 * Starts a Next application on the same version of Next as the product. Its routes read the request and return a fixed
 * record, which shows the cost of Next itself.
 */
export async function createEmptySide(surroundings: SideSurroundings): Promise<Side> {
  const { root, addEnding, signal, say } = surroundings;
  const onWork = () => say("Building the empty routes…");
  await ensureUpToDate(
    { root, signal, onWork },
    {
      stamp: `${FOLDER}/.next/bench-sources.sha256`,
      proof: `${FOLDER}/.next/BUILD_ID`,
      hash: () => hashApplication(root, FOLDER, "package-lock.json"),
      failure: "Could not build the empty routes",
      args: ["node_modules/next/dist/bin/next", "build", FOLDER],
    },
  );
  const title = "The empty routes";
  const environment = toolEnvironment("start");
  const { pid, port } = await startNext(
    { title, root: join(root, FOLDER), environment, signal },
    { packages: root, path: "/" },
    addEnding,
  );
  const requests = createStagedoorRequests({ port, apiKey: "none" });
  const always = (expectedStatus: number, request: LoadRequest) => ({
    expectedStatus,
    next: () => ({ ...request, change: null }),
  });
  return {
    name: "empty",
    port,
    calls: {
      create: always(201, requests.create("document.pdf")),
      report: always(200, requests.reportSuccess(ANY_UUID)),
      read: always(200, requests.read(ANY_UUID)),
    },
    isNotifying: false,
    whole: [pid],
    parts: { web: pid },
  };
}
