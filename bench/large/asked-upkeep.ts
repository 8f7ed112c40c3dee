import {
  createSweepRepository,
  SWEEP_STATEMENTS,
} from "@/lib/adapters/postgres/upkeep/sweep-repository";
import { type Asked, callsOf, undone } from "./asked";

const PAGE = 100;
const DAY_MS = 86_400_000;

/** Every statement in a sweep. */
export const ASKED_OF_UPKEEP: readonly Asked[] = [
  ...callsOf(createSweepRepository, [
    [
      "sweep: expired uploads",
      (sweeps, { now }) => sweeps.listAwaited({ by: now, after: null, limit: PAGE }),
    ],
    [
      "sweep: erasable files",
      (sweeps, { now }) => sweeps.listErasable({ by: now, after: null, limit: PAGE }),
    ],
    [
      "sweep: nothing to erase",
      (sweeps, { now }) =>
        sweeps.listErasable({
          by: new Date(now.getTime() - 32 * DAY_MS),
          after: null,
          limit: PAGE,
        }),
    ],
    ["sweep: owners of a page of objects", (sweeps, { uuids }) => sweeps.findObjects(uuids)],
  ]),
  undone("sweep: erase a file", SWEEP_STATEMENTS.eraseContent, ({ document, now }) => [
    document.uuid,
    now,
  ]),
  undone("sweep: idempotency keys", SWEEP_STATEMENTS.removeIdempotencyKeys, ({ now }) => [
    new Date(now.getTime() - DAY_MS),
    // The number of keys that 10,000 documents leave behind, so that the same number is removed at both sizes.
    10,
  ]),
];
