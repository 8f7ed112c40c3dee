import { describe, expect, test } from "vitest";
import type { ReadOutcome } from "./reading";
import { afterBatch } from "./reading-so-far";

const STATED = { documentClass: "invoice", source: "ubl", values: [] };
const batch = (nextPage: number | null, stated: typeof STATED | null = null): ReadOutcome => ({
  kind: "pages",
  ...{ format: "pdf", pageCount: 3, pages: [], nextPage, findings: [], stated },
});

describe("what is known of a reading", () => {
  test("keeps what only the first batch says", () => {
    const first = afterBatch(null, batch(2, STATED), "ab");
    expect(afterBatch(first, batch(null), null)).toMatchObject({
      ...{ stated: STATED, sha256: "ab", nextPage: null, pageCount: 3, failure: null },
    });
  });

  test("ends with a failure, facts included", () => {
    const first = afterBatch(null, batch(2), null);
    const finding = { code: "contains-macros", parameters: {} };
    const failed = afterBatch(
      first,
      { kind: "failure", code: "corrupt", parameters: { page: 2 }, findings: [finding] },
      "cd",
    );
    expect(failed).toEqual({
      ...{ format: "pdf", pageCount: 3, nextPage: null, stated: null, sha256: "cd" },
      findings: [finding],
      failure: { code: "corrupt", parameters: { page: 2 } },
    });
  });
});
