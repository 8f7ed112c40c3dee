import { describe, expect, test } from "vitest";
import type { Arrival } from "../receiver-control/receiver-control";
import { compareWithFeed, listReceived } from "./received-changes";

const A = "019aa2f3-0000-7000-8000-00000000000a";
const B = "019aa2f3-0000-7000-8000-00000000000b";
const STRANGER = "019aa2f3-0000-7000-8000-00000000000c";
const documents = new Map([
  [A, "a.pdf"],
  [B, "b.pdf"],
]);

type Move = readonly [uuid: string, previousStatus: 1 | 2 | null, currentStatus: 1 | 2 | 6 | 8];

const changeOf = ([uuid, previousStatus, currentStatus]: Move) => ({
  uuid,
  previousStatus,
  currentStatus,
});

function arrival(id: string, moves: readonly Move[], differences: Partial<Arrival> = {}): Arrival {
  const items = moves.map(changeOf);
  const request = { number: 1, arrivedAtMs: 0, id, attempt: 1, headers: {} };
  const judged = { whyNotVerified: null, answered: 200 };
  return { ...request, items, body: JSON.stringify(items), ...judged, ...differences };
}

const feedOf = (...moves: readonly Move[]) =>
  moves.map((move, index) => ({
    sequence: index + 1,
    at: "2026-11-20T00:00:00Z",
    url: "https://example.test",
    ...changeOf(move),
  }));

const FEED = feedOf([A, null, 1], [B, null, 1], [A, 1, 2], [B, 1, 6]);

describe("the receiver agrees with the feed", () => {
  test("if each document's changes arrived once and in order, whatever arrived between them", () => {
    const arrivals = [
      arrival("msg_2", [[B, null, 1]]),
      arrival("msg_x", [[STRANGER, null, 1]]),
      arrival("msg_1", [[A, null, 1]]),
      arrival("msg_3", [
        [B, 1, 6],
        [A, 1, 2],
      ]),
    ];
    expect(compareWithFeed(arrivals, FEED, documents)).toEqual([]);
  });

  test("if a notification was rejected first, or arrived again with the same bytes", () => {
    const first: readonly Move[] = [
      [A, null, 1],
      [B, null, 1],
    ];
    const arrivals = [
      arrival("msg_1", first, { answered: 500 }),
      arrival("msg_1", first, { attempt: 2 }),
      arrival("msg_2", [
        [A, 1, 2],
        [B, 1, 6],
      ]),
      arrival("msg_1", first, { attempt: 3 }),
    ];
    expect(compareWithFeed(arrivals, FEED, documents)).toEqual([]);
    expect(listReceived(arrivals, documents)).toHaveLength(4);
  });
});

describe("the receiver does not agree with the feed", () => {
  const all = () => [
    arrival("msg_1", [
      [A, null, 1],
      [B, null, 1],
    ]),
    arrival("msg_2", [[A, 1, 2]]),
    arrival("msg_3", [[B, 1, 6]]),
  ];

  test("if a change is missing, or was only rejected", () => {
    const sentence = `b.pdf (${B}): the feed lists null→1, 1→6, the receiver got null→1.`;
    expect(compareWithFeed(all().slice(0, 2), FEED, documents)).toEqual([sentence]);
    const refused = [...all().slice(0, 2), arrival("msg_3", [[B, 1, 6]], { answered: 500 })];
    expect(compareWithFeed(refused, FEED, documents)).toEqual([sentence]);
  });

  test("if a document's changes arrived in a different order", () => {
    const arrivals = [
      arrival("msg_2", [[A, 1, 2]]),
      arrival("msg_1", [
        [A, null, 1],
        [B, null, 1],
      ]),
      arrival("msg_3", [[B, 1, 6]]),
    ];
    expect(compareWithFeed(arrivals, FEED, documents)).toEqual([
      `a.pdf (${A}): the feed lists null→1, 1→2, the receiver got 1→2, null→1.`,
    ]);
  });

  test("if a change arrived in two notifications", () => {
    const arrivals = [...all(), arrival("msg_4", [[B, 1, 6]])];
    expect(compareWithFeed(arrivals, FEED, documents)).toEqual([
      `b.pdf (${B}): the feed lists null→1, 1→6, the receiver got null→1, 1→6, 1→6.`,
    ]);
  });

  test("if a notification arrived again with different bytes", () => {
    const arrivals = [...all(), arrival("msg_3", [[B, 1, 6]], { body: "[ ]" })];
    expect(compareWithFeed(arrivals, FEED, documents)).toEqual([
      "msg_3 arrived again with different bytes.",
    ]);
  });

  test("if a signature is wrong", () => {
    const wrong = arrival("msg_3", [[B, 1, 6]], { whyNotVerified: "no signature matches" });
    expect(compareWithFeed([...all().slice(0, 2), wrong], FEED, documents)).toEqual([
      "msg_3 is not verified: no signature matches.",
    ]);
  });

  test("if nothing arrived about a document, or the feed does not contain it", () => {
    expect(compareWithFeed([], feedOf([A, null, 1]), new Map([[A, "a.pdf"]]))).toEqual([
      `a.pdf (${A}): the feed lists null→1, the receiver got nothing.`,
    ]);
    const received = [arrival("msg_1", [[A, null, 1]])];
    expect(compareWithFeed(received, [], new Map([[A, "a.pdf"]]))).toEqual([
      `a.pdf (${A}): the feed lists nothing, the receiver got null→1.`,
    ]);
  });
});
