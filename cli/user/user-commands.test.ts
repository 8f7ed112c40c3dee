import { describe, expect, test } from "vitest";
import { readUserOptions } from "./user-commands";

const read = (line: string) => readUserOptions(line.split(" ").filter(Boolean));

describe("create", () => {
  test("takes an email, and makes name and password of it when they are not given", () => {
    expect(read("create --email ann@example.com")).toEqual({
      kind: "create",
      email: "ann@example.com",
      name: null,
      isPasswordGiven: false,
    });
  });

  test("takes a name, and the password from the standard input", () => {
    expect(read("create --email a@b.de --name Ann --password-stdin")).toMatchObject({
      name: "Ann",
      isPasswordGiven: true,
    });
  });

  test.each([
    ["create", /--email is missing/],
    ["create ann@example.com --email a@b.de extra", /^Usage/],
    ["create ann@example.com", /^Usage/],
    ["create --email a@b.de --password secret", /Unknown option '--password'/],
  ])("%s is refused with a sentence", (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});

describe("list, reset-password and deactivate", () => {
  test("are read", () => {
    expect(read("list")).toEqual({ kind: "list" });
    expect(read("deactivate a@b.de")).toEqual({ kind: "deactivate", email: "a@b.de" });
    expect(read("reset-password a@b.de --password-stdin")).toEqual({
      ...{ kind: "reset-password", email: "a@b.de", isPasswordGiven: true },
    });
  });

  test.each(["reset-password", "deactivate"])("%s asks whom", (line) => {
    expect(() => read(line)).toThrow(/^Which user is it\? Name the email\.\nUsage/);
  });

  test.each([
    "",
    "remove a@b.de",
    "list all",
    "list --name a",
    "deactivate a@b.de --password-stdin",
    "reset-password a@b.de secret",
    "reset-password a@b.de --name Ann",
  ])("%j is answered with the usage", (line) => {
    expect(() => read(line)).toThrow(/Usage: npm run user/);
  });
});
