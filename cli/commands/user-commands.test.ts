import { describe, expect, test } from "vitest";
import { readCommandLine } from "../command/run-program";
import { USER } from "./user-commands";

const read = (line: string) => readCommandLine(USER, line.split(" ").filter(Boolean)).input;

describe("create", () => {
  test("accepts an email; the name and the password are optional", () => {
    expect(read("create --email ann@example.com")).toEqual({
      email: "ann@example.com",
      name: undefined,
      "password-stdin": false,
      role: undefined,
    });
  });

  test("accepts a name, and the password from standard input", () => {
    expect(read("create --email a@b.de --name Ann --password-stdin")).toMatchObject({
      name: "Ann",
      "password-stdin": true,
    });
  });

  test.each([
    ["create", /--email is missing/],
    ["create ann@example.com --email a@b.de extra", /^Usage/],
    ["create ann@example.com", /^Usage/],
    ["create --email a@b.de --password secret", /^Unknown option '--password'\.\nUsage/],
  ])("rejects %s with an error message", (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});

describe("list, reset-password, unlock and deactivate", () => {
  test("are parsed", () => {
    expect(read("list")).toEqual({});
    expect(read("deactivate a@b.de")).toEqual({ email: "a@b.de", force: false });
    expect(read("reset-password a@b.de --password-stdin")).toEqual({
      email: "a@b.de",
      "password-stdin": true,
    });
  });

  test("unlock accepts an account or an IP address", () => {
    expect(read("unlock")).toEqual({ email: undefined, address: undefined });
    expect(read("unlock a@b.de")).toEqual({ email: "a@b.de", address: undefined });
    expect(read("unlock --address ::1")).toEqual({ email: undefined, address: "::1" });
    expect(() => read("unlock a@b.de c@d.de")).toThrow(
      /unlock \[<email>\] \[--address <IP address>\]/,
    );
  });

  test.each(["reset-password", "deactivate"])("%s requires a user", (line) => {
    expect(() => read(line)).toThrow(/^The <email> is missing\.\nUsage/);
  });

  test.each([
    "",
    "remove a@b.de",
    "list all",
    "list --name a",
    "deactivate a@b.de --password-stdin",
    "reset-password a@b.de secret",
    "reset-password a@b.de --name Ann",
  ])("%j prints the usage", (line) => {
    expect(() => read(line)).toThrow(/Usage: npm run user/);
  });
});
