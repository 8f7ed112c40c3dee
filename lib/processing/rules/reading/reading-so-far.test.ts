import { describe, expect, test } from "vitest";
import type { PageText } from "./page-text";
import type { Finding, ReadOutcome } from "./reading";
import { afterBatch, findingsOf, textBytesBefore } from "./reading-so-far";

const STATED = { documentClass: "invoice", source: "ubl", values: [] };
const FINDING: Finding = { code: "contains-macros", parameters: {} };
const PAGE: PageText = {
  number: 1,
  part: null,
  isAttachment: false,
  size: null,
  lines: [[[{ text: "für", bbox: null }], [{ text: "a", bbox: null }]]],
};

const pages = (
  overrides: { nextPage?: number; stated?: typeof STATED; findings?: Finding[] } = {},
) =>
  ({
    outcome: {
      kind: "pages",
      format: "pdf",
      pageCount: 300,
      pages: [PAGE],
      findings: [],
      nextPage: null,
      stated: null,
      ...overrides,
    } satisfies ReadOutcome,
    sha256: null,
  }) as const;

const failed = (sha256: string | null = null) =>
  ({
    outcome: { kind: "failure", code: "limit-exceeded", parameters: { seconds: 50 }, findings: [] },
    sha256,
  }) as const;

describe("the state of a reading", () => {
  test("keeps the facts from the first batch, and the findings of every batch", () => {
    const batch = {
      ...pages({ nextPage: 101, stated: STATED, findings: [FINDING] }),
      sha256: "ab",
    };
    const first = afterBatch(null, 1, batch);
    const second = afterBatch(first, 101, pages({ findings: [FINDING] }));
    expect(second).toMatchObject({
      stated: STATED,
      sha256: "ab",
      nextPage: null,
      pageCount: 300,
      failure: null,
    });
    expect(findingsOf(second)).toEqual([FINDING, FINDING]);
  });

  test("is the same after a repeated batch", () => {
    const first = afterBatch(null, 1, pages({ nextPage: 101, findings: [FINDING] }));
    const second = afterBatch(first, 101, pages({ findings: [FINDING] }));
    expect(afterBatch(second, 101, pages({ findings: [FINDING] }))).toEqual(second);
  });

  test("counts the text bytes of earlier batches", () => {
    const first = afterBatch(null, 1, pages({ nextPage: 101 }));
    const second = afterBatch(first, 101, pages());
    expect([null, first, second].map((reading) => textBytesBefore(reading, 101))).toEqual([
      0, 7, 7,
    ]);
    expect(textBytesBefore(second, 201)).toBe(14);
  });

  test("is a failure with its facts if nothing was read", () => {
    const reading = afterBatch(null, 1, failed("cd"));
    expect(reading).toMatchObject({ format: null, nextPage: null, sha256: "cd" });
    expect(reading.failure).toEqual({ code: "limit-exceeded", parameters: { seconds: 50 } });
  });

  test("keeps the pages read before a failure, and has a finding for the missing pages", () => {
    const first = afterBatch(null, 1, pages({ nextPage: 101 }));
    const reading = afterBatch(first, 101, failed());
    expect(reading).toMatchObject({ format: "pdf", failure: null, nextPage: null });
    expect(findingsOf(reading)).toEqual([
      { code: "pages-not-read", parameters: { from: 101, to: 300, reason: "limit-exceeded" } },
    ]);
  });
});

test("a document that used up its time keeps the pages that were read, and has a finding for the other pages", () => {
  const pages = (nextPage: number): ReadOutcome => ({
    kind: "pages",
    format: "pdf",
    pageCount: 300,
    pages: [],
    nextPage,
    findings: [],
    stated: null,
  });
  const first = afterBatch(null, 1, { outcome: pages(2), sha256: null, seconds: 299 });
  const second = afterBatch(first, 2, { outcome: pages(3), sha256: null, seconds: 1 });

  expect([first.nextPage, second.nextPage]).toEqual([2, null]);
  expect(findingsOf(second)).toEqual([
    { code: "pages-not-read", parameters: { from: 3, to: 300, reason: "limit-exceeded" } },
  ]);
});
