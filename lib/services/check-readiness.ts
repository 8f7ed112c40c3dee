import type { Ports } from "../ports";

/** Whether one outside part answers. */
export type PartState = "ok" | "unavailable";

/** Asks every outside part at once whether it answers; never rejects. */
export async function checkReadiness(
  ports: Pick<Ports, "documents" | "storage">,
): Promise<{ isReady: boolean; parts: { database: PartState; objectStore: PartState } }> {
  const [database, objectStore] = await Promise.all([
    stateOf(ports.documents.checkReachable()),
    stateOf(ports.storage.checkReachable()),
  ]);
  return { isReady: database === "ok" && objectStore === "ok", parts: { database, objectStore } };
}

const stateOf = (probe: Promise<void>): Promise<PartState> =>
  probe.then(
    () => "ok",
    () => "unavailable",
  );
