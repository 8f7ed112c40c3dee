import { describe, expect, test } from "vitest";
import { type Arrival, findFaults, type Testimony } from "./find-faults";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const at = "2026-03-01T12:00:00.000Z";
const url = `http://127.0.0.1/external-api/staged-documents/${UUID}`;
const CREATED = { uuid: UUID, previousStatus: null, currentStatus: 1 } as const;
const REPORTED = { uuid: UUID, previousStatus: 1, currentStatus: 2 } as const;

const entry = (sequence: number, move: typeof CREATED | typeof REPORTED) => {
  return { ...move, sequence, at, url };
};
const arrival = (
  id: number,
  move: typeof CREATED | typeof REPORTED,
  differences: Partial<Arrival> = {},
): Arrival => ({
  webhookId: `msg_${id}`,
  body: Buffer.from(JSON.stringify([move])),
  items: [{ ...move, url }],
  isAccepted: true,
  whyNotVerified: null,
  ...differences,
});

const WHOLE: Testimony = {
  answered: [CREATED, REPORTED],
  feed: [entry(1, CREATED), entry(2, REPORTED)],
  arrivals: [arrival(1, CREATED), arrival(2, REPORTED)],
};

describe("deliveries have no faults", () => {
  test("if the three witnesses agree", () => {
    expect(findFaults(WHOLE)).toEqual({ lost: [], others: [] });
  });

  test("if a notification is sent again after it was rejected, or even after it was accepted", () => {
    const refused = arrival(1, CREATED, { isAccepted: false });
    const arrivals = [refused, arrival(1, CREATED), arrival(2, REPORTED), arrival(1, CREATED)];
    expect(findFaults({ ...WHOLE, arrivals })).toEqual({ lost: [], others: [] });
  });

  test("if one notification contains both changes of a document", () => {
    const items = [CREATED, REPORTED].map((move) => ({ ...move, url }));
    expect(findFaults({ ...WHOLE, arrivals: [arrival(1, CREATED, { items })] }).others).toEqual([]);
  });
});

test("a change that was confirmed but never accepted is lost", () => {
  const arrivals = [arrival(1, CREATED), arrival(2, REPORTED, { isAccepted: false })];
  expect(findFaults({ ...WHOLE, arrivals }).lost).toEqual([
    `${UUID} 1→2 was confirmed, but never delivered`,
  ]);
});

test.each<[string, Partial<Testimony>, string]>([
  [
    "the same change under a second id",
    { arrivals: [...WHOLE.arrivals, arrival(3, REPORTED)] },
    "the feed does not have",
  ],
  [
    "the same id with different bytes",
    { arrivals: [...WHOLE.arrivals, arrival(2, REPORTED, { body: Buffer.from("[]") })] },
    "msg_2 came with different bytes",
  ],
  [
    "a later change before an earlier one",
    { arrivals: [arrival(2, REPORTED), arrival(1, CREATED)] },
    "1→2 came before the change that precedes it",
  ],
  [
    "a later change while an earlier one is rejected",
    {
      arrivals: [
        arrival(1, CREATED, { isAccepted: false }),
        arrival(2, REPORTED),
        arrival(1, CREATED),
      ],
    },
    "1→2 came before",
  ],
  ["a gap in the feed", { feed: [entry(1, CREATED), entry(3, REPORTED)] }, "at 3"],
  ["a change that is missing from the feed", { feed: [entry(1, CREATED)] }, "is not in the feed"],
  ["a change that nobody made", { answered: [CREATED] }, "nobody made it"],
  [
    "a URL that differs from the one in the feed",
    { feed: [entry(1, CREATED), { ...entry(2, REPORTED), url: "http://127.0.0.1/" }] },
    "only the feed has",
  ],
  [
    "a signature that is not valid",
    { arrivals: [arrival(1, CREATED, { whyNotVerified: "expired" }), arrival(2, REPORTED)] },
    "the signature of msg_1 is not valid: expired",
  ],
])("%s is a fault", (_, differences, sentence) => {
  expect(findFaults({ ...WHOLE, ...differences }).others.join("\n")).toContain(sentence);
});
