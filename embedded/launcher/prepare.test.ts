import { describe, expect, test } from "vitest";
import { parsePreparation } from "./prepare";

describe("the result of cli/prepare.ts", () => {
  test("is the last line of the output, whatever the runtime printed before it", () => {
    const preparation = {
      isFirstStart: true,
      firstApiKey: "sd_1",
      firstAdministrator: { email: "admin@example.com", password: "made" },
      sharedEmails: [["m\u00fcller@example.com", "mu\u0308ller@example.com"]],
      webhookSecrets: ["whsec_1"],
    };
    const output = `a warning\n${JSON.stringify(preparation)}\n`;
    expect(parsePreparation(output)).toEqual(preparation);
  });

  test.each(["", "done", '{"isFirstStart":"yes","firstApiKey":"sd_secret"}'])(
    "is rejected without being repeated if it is invalid: %j",
    (output) => {
      expect(() => parsePreparation(output)).toThrow(
        /^cli\/prepare\.ts did not end with a line of JSON as it should\.$/,
      );
    },
  );
});
