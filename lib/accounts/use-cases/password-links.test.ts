import { describe, expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { inviteUser } from "./new-users";
import { createPasswordLink, findPasswordLink, setPasswordByLink } from "./passwords";
import { signIn } from "./sign-in";
import { changeUserRole, deactivateUser, reactivateUser, renameUser } from "./users";

const PASSWORD = "correct horse battery";
const EMAIL = "ada@example.com";
const MANAGER = {
  kind: "administrator",
  id: "019cbc00-0000-7000-8000-0000000000aa",
  sessionId: null,
  requestId: "019cbc00-0000-7000-8000-0000000000bb",
  address: "192.0.2.7",
} as const;
const BY_MANAGER = { manager: MANAGER };

async function arrange() {
  const ports = makeAccountPorts();
  const input = {
    email: " Ada@Example.com ",
    name: " Ada ",
    role: "reader",
    ...BY_MANAGER,
  } as const;
  const { user, link } = await inviteUser(ports, input);
  const use = (token = link.token, newPassword = PASSWORD) =>
    setPasswordByLink(ports, { token, newPassword, call: { address: "198.51.100.1" } });
  const trySignIn = async (password: string) =>
    (await signIn(ports, { email: EMAIL, password, address: "4 2", knownAs: null })).kind;
  return { ports, user, link, use, trySignIn };
}

describe("an invitation", () => {
  test("creates a user who cannot sign in until they have chosen a password", async () => {
    const { ports, user, link, use, trySignIn } = await arrange();
    expect(user).toMatchObject({ email: EMAIL, name: "Ada", role: "reader" });
    expect([await trySignIn(""), await trySignIn(PASSWORD)]).toEqual(["refused", "refused"]);
    expect(link.expiresAt.getTime() - ports.clock.now().getTime()).toBe(48 * 3_600_000);
    await use();
    expect(await trySignIn(PASSWORD)).toBe("signed-in");
  });

  test("is audited with the user who created it, and its use with the user whose password it sets", async () => {
    const { ports, user, use } = await arrange();
    const { id: _, kind: __, sessionId: ___, ...call } = MANAGER;
    const subject = `user:${user.id}`;
    expect(ports.auditNotes.at(-1)).toMatchObject({
      action: "user-invited",
      subject,
      author: { actor: `administrator:${MANAGER.id}`, ...call },
    });
    await use();
    expect(ports.auditNotes.at(-1)).toMatchObject({
      action: "password-set-by-link",
      subject,
      author: { actor: `reader:${user.id}`, address: "198.51.100.1" },
    });
    expect(JSON.stringify(ports.auditNotes)).not.toContain(PASSWORD);
  });

  test("reports all problems together, including an email that is already in use", async () => {
    const { ports } = await arrange();
    const invite = (email: string, name: string | null) =>
      inviteUser(ports, { email, name, role: "reader", manager: MANAGER });
    await expect(invite("ada", " ")).rejects.toMatchObject({
      errors: [{ pointer: "#/email" }, { pointer: "#/name" }],
    });
    await expect(invite("ADA@example.com", null)).rejects.toMatchObject({
      errors: [{ pointer: "#/email", detail: "is taken by another user" }],
    });
  });
});

describe("a link", () => {
  test("is not used up by looking at it or by a password that is rejected", async () => {
    const { ports, link, use } = await arrange();
    for (let n = 0; n < 3; n += 1) {
      expect((await findPasswordLink(ports, link.token)).user.email).toBe(EMAIL);
    }
    await expect(use(link.token, "short")).rejects.toMatchObject({
      errors: [{ pointer: "#/newPassword", detail: "must have at least 12 characters" }],
    });
    await use();
  });

  test("reports why it does not work: unknown, used, expired, revoked, or its user is deactivated", async () => {
    const { ports, user, link, use } = await arrange();
    const code = (token: string) =>
      findPasswordLink(ports, token).then(
        () => "open",
        (error: { code: string }) => error.code,
      );
    expect(await code("nothing")).toBe("password-link-not-found");
    expect(await code("x".repeat(43))).toBe("password-link-not-found");
    const { link: newer } = await createPasswordLink(ports, { userId: user.id }, BY_MANAGER);
    expect([await code(link.token), await code(newer.token)]).toEqual([
      "password-link-revoked",
      "open",
    ]);
    await use(newer.token);
    expect(await code(newer.token)).toBe("password-link-used");
    const { link: late } = await createPasswordLink(ports, { userId: user.id }, BY_MANAGER);
    ports.clock.advanceSeconds(48 * 3_600);
    expect(await code(late.token)).toBe("password-link-expired");
    await expect(use(late.token)).rejects.toMatchObject({ code: "password-link-expired" });
    const { link: last } = await createPasswordLink(ports, { userId: user.id }, BY_MANAGER);
    await deactivateUser(ports, { userId: user.id }, BY_MANAGER);
    expect(await code(last.token)).toBe("password-link-revoked");
  });

  test("is a reset for a user with a password, and ends no session until it is used", async () => {
    const { ports, user, use, trySignIn } = await arrange();
    await use();
    const { link } = await createPasswordLink(ports, { email: EMAIL }, { manager: "command" });
    expect(link.kind).toBe("password-reset");
    expect(ports.auditNotes.at(-1)).toMatchObject({ action: "password-reset-link-created" });
    expect(await trySignIn(PASSWORD)).toBe("signed-in");
    const before = await ports.users.find(user.id);
    await use(link.token, "another horse battery");
    expect((await ports.users.find(user.id))?.sessionVersion).toBe(
      (before?.sessionVersion ?? 0) + 1,
    );
    expect([await trySignIn(PASSWORD), await trySignIn("another horse battery")]).toEqual([
      "refused",
      "signed-in",
    ]);
  });

  test("is created for a deactivated user only after that user is reactivated", async () => {
    const { ports, user } = await arrange();
    await deactivateUser(ports, { userId: user.id }, BY_MANAGER);
    const make = () => createPasswordLink(ports, { userId: user.id }, BY_MANAGER);
    // The detail of an error is logged, and the log contains no emails.
    const detail = expect.not.stringContaining(EMAIL);
    await expect(make()).rejects.toMatchObject({ code: "user-deactivated", detail });
    await reactivateUser(ports, { userId: user.id }, BY_MANAGER);
    expect((await make()).link.kind).toBe("invitation");
    const nobody = { userId: ports.ids.uuid() };
    await expect(createPasswordLink(ports, nobody, BY_MANAGER)).rejects.toMatchObject({
      code: "user-not-found",
    });
  });
});

describe("an administrator", () => {
  test("cannot change their own role, but can set it to the same role again", async () => {
    const { ports, user } = await arrange();
    const manager = { kind: "administrator", id: user.id, sessionId: null } as const;
    const change = (role: "reader" | "administrator") =>
      changeUserRole(ports, { userId: user.id }, { role, manager });
    await expect(change("administrator")).rejects.toMatchObject({ code: "own-account" });
    expect(await change("reader")).toMatchObject({ role: "reader" });
  });

  test("cannot be demoted while there is no other administrator, unless an operator forces it", async () => {
    const { ports, user } = await arrange();
    const change = (role: "reader" | "administrator", isForced?: boolean) =>
      changeUserRole(ports, { email: EMAIL }, { role, manager: "command", isForced });
    await change("administrator");
    await expect(change("reader")).rejects.toMatchObject({ code: "last-administrator" });
    expect(await ports.users.find(user.id)).toMatchObject({ role: "administrator" });
    expect(await change("reader", true)).toMatchObject({ role: "reader" });
  });

  test("cannot create a password link for their own account, which would replace a password without asking for it", async () => {
    const { ports, user, use } = await arrange();
    await use();
    const manager = { kind: "administrator", id: user.id, sessionId: null } as const;
    const own = createPasswordLink(ports, { userId: user.id }, { manager });
    await expect(own).rejects.toMatchObject({ code: "own-account" });
  });

  test("can rename any user, including themselves", async () => {
    const { ports, user } = await arrange();
    const rename = (name: string) =>
      renameUser(ports, { userId: user.id }, { name, ...BY_MANAGER });
    expect(await rename(" Ada L. ")).toMatchObject({ name: "Ada L." });
    await expect(rename(" ")).rejects.toMatchObject({ errors: [{ pointer: "#/name" }] });
  });
});
