import { describe, expect, it } from "vitest";
import { parsePreparation } from "./prepare";

describe("the answer of cli/prepare.ts", () => {
  it("is its last line, whatever the runtime said before", () => {
    const output =
      'a warning\n{"isFirstStart":true,"firstApiKey":"sd_1","webhookSecrets":["whsec_1"]}\n';
    expect(parsePreparation(output)).toEqual({
      isFirstStart: true,
      firstApiKey: "sd_1",
      webhookSecrets: ["whsec_1"],
    });
  });

  it.each(["", "done", '{"isFirstStart":"yes","firstApiKey":"sd_secret"}'])(
    "is refused without being repeated when it is something else: %j",
    (output) => {
      expect(() => parsePreparation(output)).toThrow(
        /^cli\/prepare\.ts did not end with a line of JSON as it should\.$/,
      );
    },
  );
});
