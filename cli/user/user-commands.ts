import { createUser } from "@/lib/accounts/use-cases/create-user";
import { deactivateUser } from "@/lib/accounts/use-cases/deactivate-user";
import { findAccount } from "@/lib/accounts/use-cases/find-account";
import { removeSecondFactor } from "@/lib/accounts/use-cases/remove-second-factor";
import { resetPassword } from "@/lib/accounts/use-cases/reset-password";
import { unlockSignIn } from "@/lib/accounts/use-cases/unlock-sign-in";
import { addressKeyOf } from "@/lib/http/core/client-address";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
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
import { withContainer } from "../command/with-container";
import { readGivenPassword } from "./read-given-password";
import { renderDeactivated, renderPassword, renderUnlocked, renderUsers } from "./render-users";

/** Passwords are never arguments, which other programs and the shell's history can read. */
const PASSWORD = { "password-stdin": SWITCH } as const;

/** `npm run user`. */
export const USER: Program = {
  name: "user",
  note: "A password is generated and shown once; with --password-stdin it is the first line of the standard input instead.",
  commands: {
    create: command({
      does: "Creates an administrator.",
      parameters: { email: required("<email>"), name: optional("<name>"), ...PASSWORD },
      run: ({ email, name = null, ...given }) =>
        withContainer(async ({ ports }) => {
          const password = await readPassword(given);
          const created = await createUser(ports, { email, name, role: "administrator", password });
          const sentence = `${created.user.email} is an administrator.`;
          return renderPassword(password === null ? created.password : null, sentence);
        }),
    }),
    list: command({
      does: "Lists all users.",
      parameters: {},
      run: () => withContainer(async ({ ports }) => renderUsers(await ports.users.list())),
    }),
    "reset-password": command({
      does: "Sets a new password, and ends every session of the user.",
      parameters: { email: operand("email"), ...PASSWORD },
      run: ({ email, ...given }) =>
        withContainer(async ({ ports }) => {
          const password = await readPassword(given);
          const changed = await resetPassword(ports, { email, password });
          const sentence = `${changed.user.email} has a new password. All previous sessions have ended.`;
          return renderPassword(password === null ? changed.password : null, sentence);
        }),
    }),
    unlock: command({
      does: "Allows sign-in attempts again: for one account, from one address, or, with neither, for everybody.",
      parameters: { email: optionalOperand("email"), address: optional("<IP address>") },
      run: async ({ email, address }) => {
        const lifted = readLifted({ email, address });
        return withContainer(async ({ ports }) =>
          renderUnlocked(lifted, await unlockSignIn(ports, lifted)),
        );
      },
    }),
    "remove-second-factor": command({
      does: "Removes the second factor of somebody who has lost the device; the password alone signs in again.",
      parameters: { email: operand("email") },
      run: ({ email }) =>
        withContainer(async ({ ports }) => {
          const user = await findAccount(ports, { email });
          await removeSecondFactor(ports, { userId: user.id, author: COMMAND_AUTHOR });
          return `${user.email} has no second factor now.\n`;
        }),
    }),
    deactivate: command({
      does: "Ends every session of a user, who cannot sign in again before a password is set.",
      parameters: { email: operand("email") },
      run: ({ email }) =>
        withContainer(async ({ ports }) =>
          renderDeactivated(await deactivateUser(ports, { email })),
        ),
    }),
  },
};

/** null: one is to be generated. */
const readPassword = async (given: { readonly "password-stdin": boolean }) =>
  given["password-stdin"] ? await readGivenPassword(process.stdin) : null;

function readLifted({ email, address }: Record<"email" | "address", string | undefined>) {
  if (email !== undefined && address !== undefined) {
    throw new CommandError("Give an email or --address, not both.");
  }
  if (email !== undefined) return { email };
  if (address === undefined) return { everything: true } as const;
  const key = addressKeyOf(address);
  if (key !== null) return { address: key };
  throw new CommandError("The --address must be an IP address such as 192.0.2.7 or 2001:db8::7.");
}
