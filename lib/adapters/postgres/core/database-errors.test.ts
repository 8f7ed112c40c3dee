import { expect, test } from "vitest";
import { withDatabase } from "./database-errors";

const failed = (parts: object) => Object.assign(new Error("it failed"), parts);
/** The error as Prisma reports it: PostgreSQL's code is only in the error of the driver adapter. */
const throughPrisma = (originalCode: string, code = "P2039") =>
  failed({
    code,
    meta: { driverAdapterError: failed({ cause: { kind: "postgres", originalCode } }) },
  });
const outcomeOf = (error: Error) =>
  withDatabase(() => Promise.reject(error)).catch((thrown) => thrown);

test.each(["57P01", "57P02", "57P03", "08000", "08003", "08006", "53300", "55P03"])(
  "%s is reported as an unavailable database, whether it comes from pg, Prisma or a transaction",
  async (code) => {
    const errors = [
      failed({ code }),
      throughPrisma(code),
      throughPrisma(code, "P2010"),
      failed({ cause: failed({ code }) }),
      new AggregateError([failed({ code })]),
    ];
    for (const error of errors) {
      expect(await outcomeOf(error)).toMatchObject({ code: "database-unavailable", cause: error });
    }
  },
);

test.each(["23505", "22P02", "40001", "42P01"])("%s is not", async (code) => {
  for (const error of [failed({ code }), throughPrisma(code)]) {
    expect(await outcomeOf(error)).toBe(error);
  }
});
