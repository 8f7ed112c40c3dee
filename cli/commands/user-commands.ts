import type { Readable } from "node:stream";
import type { LiftedThrottle, User } from "@/lib/accounts/ports";
import { passwordLinkPath } from "@/lib/accounts/rules/password";
import { createUser, inviteUser, type MadePasswordLink } from "@/lib/accounts/use-cases/new-users";
import { createPasswordLink, resetPassword } from "@/lib/accounts/use-cases/passwords";
import { removeSecondFactor } from "@/lib/accounts/use-cases/second-factor";
import { endUserSessions } from "@/lib/accounts/use-cases/sessions";
import { unlockSignIn } from "@/lib/accounts/use-cases/sign-in";
import {
  changeUserRole,
  deactivateUser,
  reactivateUser,
  renameUser,
} from "@/lib/accounts/use-cases/users";
import { addressKeyOf } from "@/lib/http/core/requests/client-address";
import { isRole, ROLES, type Role } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import {
  command,
  operand,
  optional,
  optionalOperand,
  type Program,
  required,
  SWITCH,
} from "../command/command";
import { CommandError } from "../command/command-error";
import { renderTable, renderTime } from "../command/text-table";
import { withContainer } from "../command/with-container";

/** Passwords are never arguments, because other programs and the shell's history can see arguments. */
const PASSWORD = { "password-stdin": SWITCH } as const;
const ROLE = "administrator|reviewer|reader";
const FORCE = { force: SWITCH } as const;
const MANAGER = "command";

/** `npm run user`. */
export const USER: Program = {
  name: "user",
  note: "A password is generated and shown once. With --password-stdin, it is read from the first line of standard input instead. A link works once, within 48 hours.",
  commands: {
    create: command({
      does: "Creates a user with a password. The role is administrator unless you set --role.",
      parameters: {
        email: required("<email>"),
        name: optional("<name>"),
        ...PASSWORD,
        role: optional(ROLE),
      },
      run: ({ email, name = null, role: roleText = "administrator", ...password }) => {
        const role = readRole(roleText);
        return withContainer(async ({ ports }) => {
          const typed = await readPassword(password);
          const created = await createUser(ports, { email, name, role, password: typed });
          const sentence = `${created.user.email} is ${article(role)}.`;
          return renderPassword(typed === null ? created.password : null, sentence);
        });
      },
    }),
    invite: command({
      does: "Creates a user without a password and shows a link to choose one. The role is reader unless you set --role.",
      parameters: {
        email: required("<email>"),
        name: optional("<name>"),
        role: optional(ROLE),
      },
      run: ({ email, name = null, role: roleText = "reader" }) => {
        const role = readRole(roleText);
        return withContainer(async ({ ports, publicUrl }) => {
          const invited = await inviteUser(ports, { email, name, role, manager: MANAGER });
          return renderLink({ ...invited, publicUrl });
        });
      },
    }),
    list: command({
      does: "Lists all users.",
      parameters: {},
      run: () => withContainer(async ({ ports }) => renderUsers(await ports.users.list())),
    }),
    role: command({
      does: "Changes a user's role and ends all their sessions.",
      parameters: { email: operand("email"), role: required(ROLE), ...FORCE },
      run: ({ email, role: roleText, force }) => {
        const role = readRole(roleText);
        return withContainer(async ({ ports }) => {
          const options = { role, manager: MANAGER, isForced: force } as const;
          const user = await sayingForce(changeUserRole(ports, { email }, options));
          return `${user.email} is ${article(user.role)}.\n`;
        });
      },
    }),
    rename: command({
      does: "Changes a user's name.",
      parameters: { email: operand("email"), name: required("<name>") },
      run: ({ email, name }) =>
        withContainer(async ({ ports }) => {
          const user = await renameUser(ports, { email }, { name, manager: MANAGER });
          return `${user.email} is now called ${user.name}.\n`;
        }),
    }),
    "reset-link": command({
      does: "Shows a link that lets a user choose a new password. Earlier links stop working.",
      parameters: { email: operand("email") },
      run: ({ email }) =>
        withContainer(async ({ ports, publicUrl }) => {
          const result = await createPasswordLink(ports, { email }, { manager: MANAGER });
          return renderLink({ ...result, publicUrl });
        }),
    }),
    "reset-password": command({
      does: "Sets a new password and ends all sessions of the user.",
      parameters: { email: operand("email"), ...PASSWORD },
      run: ({ email, ...options }) =>
        withContainer(async ({ ports }) => {
          const password = await readPassword(options);
          const changed = await resetPassword(ports, { email, password });
          const sentence = `${changed.user.email} has a new password. All previous sessions have ended.`;
          return renderPassword(password === null ? changed.password : null, sentence);
        }),
    }),
    "end-sessions": command({
      does: "Ends all sessions of a user. The password stays the same.",
      parameters: { email: operand("email") },
      run: ({ email }) =>
        withContainer(async ({ ports }) => {
          const count = await endUserSessions(ports, { email }, { manager: MANAGER });
          return `${count} ${count === 1 ? "session has" : "sessions have"} ended.\n`;
        }),
    }),
    unlock: command({
      does: "Allows sign-in attempts again for one account or from one address, or for everybody if you give neither.",
      parameters: { email: optionalOperand("email"), address: optional("<IP address>") },
      run: async ({ email, address }) => {
        const lifted = readLifted({ email, address });
        return withContainer(async ({ ports }) =>
          renderUnlocked(lifted, await unlockSignIn(ports, lifted)),
        );
      },
    }),
    "remove-second-factor": command({
      does: "Removes the second factor of a user who has lost their device. They can then sign in with the password alone.",
      parameters: { email: operand("email") },
      run: ({ email }) =>
        withContainer(async ({ ports }) => {
          const user = await removeSecondFactor(ports, { email }, { manager: MANAGER });
          return `${user.email} no longer has a second factor.\n`;
        }),
    }),
    deactivate: command({
      does: "Ends all sessions of a user and blocks new ones until the user is reactivated or gets a new password. The last administrator needs --force.",
      parameters: { email: operand("email"), ...FORCE },
      run: ({ email, force }) =>
        withContainer(async ({ ports }) => {
          const options = { manager: MANAGER, isForced: force } as const;
          return renderDeactivated(await sayingForce(deactivateUser(ports, { email }, options)));
        }),
    }),
    reactivate: command({
      does: "Lets a deactivated user sign in again with the password they had.",
      parameters: { email: operand("email") },
      run: ({ email }) =>
        withContainer(async ({ ports }) => {
          const user = await reactivateUser(ports, { email }, { manager: MANAGER });
          return `${user.email} can sign in again.\n`;
        }),
    }),
  },
};

const article = (role: Role) => `${role === "administrator" ? "an" : "a"} ${role}`;

function readRole(text: string): Role {
  if (isRole(text)) return text;
  throw new CommandError(`The role must be one of ${ROLES.join(", ")}.`);
}

/** Operators manage users without signing in, so with --force they can do what no page offers. */
async function sayingForce<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "last-administrator")) throw error;
    throw new CommandError(`${error.detail} To do it anyway, add --force.`);
  }
}

/** Returns null if a password is to be generated. */
const readPassword = async (options: { readonly "password-stdin": boolean }) =>
  options["password-stdin"] ? await readPasswordFrom(process.stdin) : null;

function readLifted({ email, address }: Record<"email" | "address", string | undefined>) {
  if (email !== undefined && address !== undefined) {
    throw new CommandError("Give an email or --address, not both.");
  }
  if (email !== undefined) return { email };
  if (address === undefined) return { everything: true } as const;
  const key = addressKeyOf(address);
  if (key !== null) return { address: key };
  throw new CommandError(
    "The option --address takes an IP address such as 192.0.2.7 or 2001:db8::7.",
  );
}

const BYTES_MAX = 4096;

/**
 * Reads the first line of a stream, without the line break that `echo` adds.
 * @throws CommandError if there is none, or if it is far longer than a password
 */
export async function readPasswordFrom(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    byteCount += bytes.length;
    if (bytes.includes("\n") || byteCount > BYTES_MAX) break;
  }
  const [line = ""] = Buffer.concat(chunks).toString("utf8").split(/\r?\n/, 1);
  if (line === "") throw new CommandError("The first line of standard input contains no password.");
  if (byteCount <= BYTES_MAX || line.length < BYTES_MAX) return line;
  throw new CommandError("The first line of standard input is too long for a password.");
}

/** Renders a new link, which is not shown again, and how to pass it on. */
function renderLink({
  user,
  link,
  publicUrl,
}: {
  readonly user: User;
  readonly link: MadePasswordLink;
  readonly publicUrl: string;
}): string {
  const purpose = link.kind === "invitation" ? "a password" : "a new password";
  return [
    `${publicUrl}${passwordLinkPath(link.token)}`,
    "",
    `With this link, ${user.email} can choose ${purpose}. It works once, until ${renderTime(link.expiresAt)} UTC.`,
    "It is shown only once. Send it only to that person: anyone who has it can open the account.",
    "",
  ].join("\n");
}

const HEADER = ["email", "name", "created", "password of", "last sign-in", "state", "role"];

/** Renders one aligned line per user; times are in UTC. */
function renderUsers(users: readonly User[]): string {
  const rows = users.map((user) => [
    user.email,
    user.name,
    renderTime(user.createdAt),
    renderTime(user.passwordChangedAt),
    renderTime(user.lastSignedInAt),
    user.deactivatedAt ? "deactivated" : "active",
    user.role,
  ]);
  return renderTable(HEADER, rows);
}

/**
 * Renders a generated password, which is not shown again. The password is null if the user chose it, because it is not
 * repeated then.
 */
function renderPassword(password: string | null, sentence: string): string {
  if (password === null) return `${sentence}\n`;
  return `${password}\n\n${sentence}\nThis is the password. It is shown only once. Store it with your secrets.\n`;
}

/** Renders the deactivated user, and whether any user can still sign in. */
function renderDeactivated({
  user,
  activeUserCount,
}: Awaited<ReturnType<typeof deactivateUser>>): string {
  const sentence = `${user.email} is deactivated: all sessions have ended, and no new one can start.\n`;
  if (activeUserCount > 0) return sentence;
  return `${sentence}No user can sign in now. Use npm run user -- create, reset-password or reactivate.\n`;
}

/** Renders who can try again, and whether anybody was locked out. */
function renderUnlocked(lifted: LiftedThrottle, refusingCount: number): string {
  if (refusingCount === 0) return nothingLocked(lifted);
  const locks = `${refusingCount} ${refusingCount === 1 ? "lock was" : "locks were"} removed`;
  return `${whoMayTryAgain(lifted)}: ${locks}.\n`;
}

function whoMayTryAgain(lifted: LiftedThrottle): string {
  if ("email" in lifted) return `Everybody can try to sign in as ${lifted.email} again`;
  if ("address" in lifted) return "Everybody can try to sign in from this address again";
  return "Everybody can try to sign in again";
}

function nothingLocked(lifted: LiftedThrottle): string {
  if ("email" in lifted)
    return `Nothing was locked for ${lifted.email}. Its failed attempts were reset.\n`;
  if ("address" in lifted)
    return "Nothing was locked for this address. Its failed attempts were reset.\n";
  return "Nothing was locked. All failed attempts were reset.\n";
}
