import { describe, expect, test } from "vitest";
import { setPasswordByLink } from "@/lib/accounts/use-cases/passwords";
import { deactivateUser } from "@/lib/accounts/use-cases/users";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const settings = () => ({ STAGEDOOR_DATA_DIR: parts().dataDir });
const user = (...args: string[]) => runCli("cli/user.ts", args, settings());
const userWithInput = (input: string, ...args: string[]) =>
  runCli("cli/user.ts", args, settings(), input);

async function opensWith(email: string, password: string): Promise<boolean> {
  const { users, passwordHasher } = parts().container.ports;
  const found = await users.findForSignIn(email);
  const isActive = found !== null && found.deactivatedAt === null;
  return isActive && (await passwordHasher.verify(password, found.passwordHash));
}

/** Runs a command and returns the password from the first line of its output, which contains it only once. */
async function passwordOf(...args: string[]): Promise<string> {
  const { code, output, errors } = await user(...args);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const password = output.split("\n")[0] ?? "";
  expect(password).toMatch(/^[\w-]{20,}$/);
  expect(output.split(password)).toHaveLength(2);
  return password;
}

describe("npm run user", () => {
  test("creates a user with a password that works, and shows it once", async () => {
    const password = await passwordOf("create", "--email", "Ann@Example.com", "--name", "Ann B");
    expect(await opensWith("ann@example.com", password)).toBe(true);
    const { output } = await user("list");
    expect(output).not.toContain(password);
    expect(output).toMatch(/^email +name +created +password of +last sign-in +state +role$/m);
    expect(output).toMatch(/^ann@example.com +Ann B +20.* never +active +administrator$/m);
  });

  test("takes a password from standard input and does not print it", async () => {
    const password = "correct horse battery";
    const args = ["create", "--email", "bob@example.com", "--password-stdin"];
    const { code, output } = await userWithInput(`${password}\n`, ...args);
    expect(code).toBe(0);
    expect(output).toBe("bob@example.com is an administrator.\n");
    expect(await opensWith("bob@example.com", password)).toBe(true);
  });

  test("sets a new password, after which the previous one no longer works", async () => {
    const first = await passwordOf("create", "--email", "cleo@example.com");
    const second = await passwordOf("reset-password", "CLEO@example.com");
    expect(await opensWith("cleo@example.com", first)).toBe(false);
    expect(await opensWith("cleo@example.com", second)).toBe(true);
  });

  test("deactivates a user, and succeeds the second time as well; a new password lets them sign in again", async () => {
    const email = "dan@example.com";
    const first = await passwordOf("create", "--email", email);
    for (const run of [await user("deactivate", email), await user("deactivate", email)]) {
      expect(run).toMatchObject({ code: 0, errors: "" });
      expect(run.output).toContain(`${email} is deactivated`);
    }
    expect(await opensWith(email, first)).toBe(false);
    expect((await user("list")).output).toMatch(/^dan@example.com .* deactivated +administrator$/m);
    expect(await opensWith(email, await passwordOf("reset-password", email))).toBe(true);
  });

  test("unlocks an account, an address or everybody", async () => {
    const email = "fay@example.com";
    await passwordOf("create", "--email", email);
    const { signInThrottle } = parts().container.ports;
    const source = { email, address: `4 ${0xc0000207}`, knownAs: null };
    const lock = async () => {
      for (let n = 0; n < 6; n += 1) await signInThrottle.countTry(source);
      expect(await signInThrottle.countTry(source)).toBeGreaterThan(0);
    };
    for (const args of [["FAY@example.com"], ["--address", "192.0.2.7"], []]) {
      await lock();
      const { code, output, errors } = await user("unlock", ...args);
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(output).toMatch(/again: 1 lock was removed\.\n$/);
      expect(await signInThrottle.countTry(source)).toBeNull();
    }
    expect((await user("unlock", email)).output).toBe(
      "Nothing was locked for fay@example.com. Its failed attempts were reset.\n",
    );
    expect((await user("unlock")).output).toBe(
      "Nothing was locked. All failed attempts were reset.\n",
    );
  });

  test("warns if nobody is left who can sign in", async () => {
    const { users, clock } = parts().container.ports;
    await passwordOf("create", "--email", "last@example.com");
    for (const { id, email } of await users.list()) {
      if (email !== "last@example.com")
        await deactivateUser({ users, clock }, { userId: id }, { manager: "command" });
    }
    const { code, errors } = await user("deactivate", "last@example.com");
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining("--force") });
    expect((await user("deactivate", "last@example.com", "--force")).output).toContain(
      "No user can sign in now",
    );
  });
});

describe("npm run user, if people choose their own passwords", () => {
  test("invites a user with a link that works once, and creates a new link for a forgotten password", async () => {
    const email = "gus@example.com";
    const linkOf = (output: string) => /\/invitation\/([\w-]{43})$/m.exec(output)?.[1] ?? "";
    const { ports } = parts().container;
    const use = (token: string) =>
      setPasswordByLink(ports, { token, newPassword: "correct horse battery", call: {} });
    const { output } = await user("invite", "--email", email, "--role", "reviewer");
    expect(output).toContain("It is shown only once.");
    expect(await use(linkOf(output))).toMatchObject({ email, role: "reviewer" });
    await expect(use(linkOf(output))).rejects.toMatchObject({ code: "password-link-used" });
    expect(await opensWith(email, "correct horse battery")).toBe(true);
    const again = await user("reset-link", email);
    expect(again.output).toContain("can choose a new password");
    expect(await use(linkOf(again.output))).toMatchObject({ email });
    expect((await user("list")).output).toMatch(/^gus@example.com .* active +reviewer$/m);
  });

  // A dozen commands, each a process of its own: 150 s on CI's machine at its slowest, and 180 s were not enough once.
  test("changes a role and a name, deactivates and reactivates", { timeout: 360_000 }, async () => {
    const email = "hal@example.com";
    await passwordOf("create", "--email", email, "--role", "reader");
    expect((await user("role", email, "--role", "reviewer")).output).toBe(
      `${email} is a reviewer.\n`,
    );
    expect((await user("rename", email, "--name", "Hal")).output).toBe(
      `${email} is now called Hal.\n`,
    );
    await user("deactivate", email);
    expect((await user("reset-link", email)).errors).toContain("Reactivate the account first");
    expect((await user("reactivate", email)).output).toBe(`${email} can sign in again.\n`);
    expect((await user("role", email, "--role", "boss")).errors).toContain("must be one of");
  });

  test("accepts an email that is longer than a name may be, and uses its beginning as the name", async () => {
    const email = `${"long".repeat(40)}@example.com`;
    expect(await opensWith(email, await passwordOf("create", "--email", email))).toBe(true);
    const { users } = parts().container.ports;
    expect((await users.findForSignIn(email))?.name).toBe("long".repeat(25));
  });
});

describe("npm run user rejects", () => {
  test.each([
    [["unlock", "nobody@example.com"], "does not belong to a user"],
    [["unlock", "--address", "example.com"], "takes an IP address"],
    [["unlock", "fay@example.com", "--address", "192.0.2.7"], "not both"],
  ])("%j", async (args, sentence) => {
    const { code, output, errors } = await user(...args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain(sentence);
  });

  test("an email that is taken", async () => {
    await passwordOf("create", "--email", "eve@example.com");
    const { code, errors } = await user("create", "--email", "Eve@example.com");
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining("is taken") });
  });

  test.each([
    [["reset-password", "nobody@example.com"], "", /^The email does not belong to a user\.$/m],
    [["deactivate", "nobody@example.com"], "", /^The email does not belong to a user\.$/m],
    [["create", "--email", "nobody"], "", /^The email must be of the form name@example.com\.$/m],
    [["create", "--email", "a@b.de", "--name", " "], "", /^The name must not be empty\.$/m],
    [
      ["create", "--email", "a@b.de", "--password-stdin"],
      "short\n",
      /^The password must have at least 12 characters\.$/m,
    ],
    [
      ["create", "--email", "a@b.de", "--password-stdin"],
      "",
      /^The first line of standard input contains no password/,
    ],
    [["create", "--email", "a@b.de", "--password", "x"], "", /^Unknown option '--password'/],
    [[], "", /^Usage: npm run user/],
  ])("%j, with exit code 1 and an error message", async (args, input, sentence) => {
    const { code, output, errors } = await userWithInput(input, ...args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(sentence);
    expect(errors).not.toMatch(/^ {4}at /m);
  });
});
