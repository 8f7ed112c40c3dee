import { createUser } from "@/lib/accounts/use-cases/create-user";
import { deactivateUser } from "@/lib/accounts/use-cases/deactivate-user";
import { resetPassword } from "@/lib/accounts/use-cases/reset-password";
import { command, operand, optional, type Program, required, SWITCH } from "../command/command";
import { withContainer } from "../command/with-container";
import { readGivenPassword } from "./read-given-password";
import { renderDeactivated, renderPassword, renderUsers } from "./render-users";

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
          const created = await createUser(ports, { email, name, password });
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
