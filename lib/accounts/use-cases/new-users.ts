import { createHash } from "node:crypto";
import type { Clock, Ids, Randomness } from "@/lib/kernel/ports";
import { COMMAND_AUTHOR, type Role } from "@/lib/kernel/rules/actor";
import { assertInput, invalidInput } from "@/lib/kernel/rules/errors";
import type { NewPasswordLink, PasswordLinks } from "../access-ports";
import type { PasswordHasher, User, UserRepository } from "../ports";
import { newEmailProblem, normaliseEmail } from "../rules/email";
import {
  PASSWORD_LINK_SECONDS,
  type PasswordLinkKind,
  passwordProblem,
  TOKEN_BYTES,
} from "../rules/password";
import { nameOfEmail, userNameProblem } from "../rules/user-name";
import { authorOfManager, type UserManager } from "./users";

/**
 * Creates a user without a password, and a link for choosing one, so that nobody else ever knows the password. Only this
 * result contains the link's token.
 * @param input.name null to use the email
 * @throws DomainError `validation-failed` at `#/email` (also if it is in use) or `#/name`
 */
export async function inviteUser(
  ports: { passwordLinks: PasswordLinks; clock: Clock; ids: Ids; randomness: Randomness },
  input: {
    readonly email: string;
    readonly name: string | null;
    readonly role: Role;
    readonly manager: UserManager;
  },
): Promise<{ user: User; link: MadePasswordLink }> {
  const email = normaliseEmail(input.email);
  const name = input.name?.trim() ?? nameOfEmail(email);
  assertInput({
    "#/email": newEmailProblem(email),
    "#/name": input.name === null ? null : userNameProblem(name),
  });
  const author = authorOfManager(input.manager);
  const createdAt = ports.clock.now();
  const id = ports.ids.uuid();
  const { link, stored } = makePasswordLink(ports, { kind: "invitation", createdBy: author.actor });
  const newUser = { id, email, name, role: input.role, passwordHash: null, createdAt };
  const note = { at: createdAt, author, action: "user-invited", subject: `user:${id}` } as const;
  const user = await ports.passwordLinks.invite(newUser, stored, note);
  if (!user) throw invalidInput([{ pointer: "#/email", detail: "is taken by another user" }]);
  return { user, link };
}

/**
 * Creates a user with a password, for operators; administrators invite users instead. Only this result contains a
 * generated password; only its hash is stored.
 * @throws DomainError `validation-failed` at `#/email` (also if it is in use), `#/name` or `#/password`
 */
export async function createUser(
  ports: UserPorts,
  input: UserInput,
): Promise<{ user: User; password: string }> {
  const created = await createWithPassword(ports, input);
  if (!created) throw invalidInput([{ pointer: "#/email", detail: "is taken by another user" }]);
  return created;
}

/** The default name of the first administrator. */
const FIRST_USER_NAME = "Administrator";

/**
 * Creates the first administrator if there are no users, so that somebody can sign in. Deactivated users count, so that
 * none of them is replaced. If several machines start concurrently, only one of them creates the administrator.
 * @param input.password null to generate a strong one
 * @returns the credentials, which are shown only here; null if there already is a user
 * @throws DomainError `validation-failed` at `#/email` or `#/password`
 */
export async function ensureFirstUser(
  ports: UserPorts,
  input: { email: string; password: string | null },
): Promise<{ email: string; password: string } | null> {
  if ((await ports.users.count()) > 0) return null;
  const created = await createWithPassword(ports, {
    ...input,
    name: FIRST_USER_NAME,
    role: "administrator",
  });
  return created && { email: created.user.email, password: created.password };
}

/** A link that was just created. Only this result contains its token. */
export interface MadePasswordLink {
  readonly token: string;
  readonly kind: PasswordLinkKind;
  readonly expiresAt: Date;
}

/** Returns the form in which a token is stored and looked up. */
export const hashPasswordLinkToken = (token: string): Buffer =>
  createHash("sha256").update(token).digest();

/** Generates an unguessable link without storing it. */
export function makePasswordLink(
  ports: { clock: Clock; ids: Ids; randomness: Randomness },
  { kind, createdBy }: { readonly kind: PasswordLinkKind; readonly createdBy: string },
): { link: MadePasswordLink; stored: NewPasswordLink } {
  const createdAt = ports.clock.now();
  const expiresAt = new Date(createdAt.getTime() + PASSWORD_LINK_SECONDS * 1000);
  const token = ports.randomness.bytes(TOKEN_BYTES).toString("base64url");
  const id = ports.ids.uuid();
  const hash = hashPasswordLinkToken(token);
  return {
    link: { token, kind, expiresAt },
    stored: { id, hash, kind, createdBy, createdAt, expiresAt },
  };
}

/** The data for creating a user. */
interface UserInput {
  readonly email: string;
  /** null to use the email. */
  readonly name: string | null;
  readonly role: Role;
  /** null to generate a strong password. */
  readonly password: string | null;
}

/** The ports needed to hash a password and store a user. */
export type UserPorts = {
  users: UserRepository;
  passwordHasher: PasswordHasher;
  randomness: Randomness;
  ids: Ids;
  clock: Clock;
};

/**
 * Creates a user with a password.
 * @returns the user, and the password to be shown once; null if the email is in use
 * @throws DomainError `validation-failed` at `#/email`, `#/name` or `#/password`
 */
async function createWithPassword(
  ports: UserPorts,
  input: UserInput,
): Promise<{ user: User; password: string } | null> {
  const email = normaliseEmail(input.email);
  const name = input.name?.trim() ?? nameOfEmail(email);
  assertInput({
    "#/email": newEmailProblem(email),
    "#/name": input.name === null ? null : userNameProblem(name),
    "#/password": input.password === null ? null : passwordProblem(input.password),
  });
  const password = input.password ?? generatePassword(ports);
  const passwordHash = await ports.passwordHasher.hash(password);
  const id = ports.ids.uuid();
  const at = ports.clock.now();
  const user = await ports.users.create(
    { id, email, name, role: input.role, passwordHash, createdAt: at },
    { at, author: COMMAND_AUTHOR, action: "user-created", subject: `user:${id}` },
  );
  return user && { user, password };
}

/**
 * 32 characters that are not easily confused; the lower five bits of a byte select each of them with equal probability.
 */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Generates a password of 100 random bits that can be read aloud and typed: `7kqm-w3xe-…`. */
export function generatePassword({ randomness }: { randomness: Randomness }): string {
  const characters = [...randomness.bytes(GROUPS * GROUP_LENGTH)].map(
    (byte) => ALPHABET[byte % ALPHABET.length],
  );
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    characters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(""),
  );
  return groups.join("-");
}
