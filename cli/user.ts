import { type Container, createContainer } from "@/app/container";
import { createUser } from "@/lib/accounts/use-cases/create-user";
import { deactivateUser } from "@/lib/accounts/use-cases/deactivate-user";
import { resetPassword } from "@/lib/accounts/use-cases/reset-password";
import { readCommandSettings } from "./command/command-settings";
import { runCommand } from "./command/run-command";
import { readGivenPassword } from "./user/read-given-password";
import { renderDeactivated, renderPassword, renderUsers } from "./user/render-users";
import { readUserOptions, type UserOptions } from "./user/user-commands";

/** Creates, lists and deactivates users of the Stagedoor that runs, or that the settings name, and sets their passwords. */
async function main(args: readonly string[]): Promise<number> {
  const options = readUserOptions(args);
  const container = createContainer(await readCommandSettings());
  try {
    process.stdout.write(await answer(container, options));
    return 0;
  } finally {
    await container.close();
  }
}

async function answer({ ports }: Container, options: UserOptions): Promise<string> {
  switch (options.kind) {
    case "create": {
      const { email, name } = options;
      const given = await readPassword(options);
      const created = await createUser(ports, { email, name, password: given });
      const sentence = `${created.user.email} is an administrator.`;
      return renderPassword(given ? null : created.password, sentence);
    }
    case "list":
      return renderUsers(await ports.users.list());
    case "reset-password": {
      const given = await readPassword(options);
      const changed = await resetPassword(ports, { email: options.email, password: given });
      const sentence = `${changed.user.email} has a new password; sessions of before have ended.`;
      return renderPassword(given ? null : changed.password, sentence);
    }
    case "deactivate":
      return renderDeactivated(await deactivateUser(ports, options));
  }
}

/** null: one is to be made. */
const readPassword = async ({ isPasswordGiven }: { readonly isPasswordGiven: boolean }) =>
  isPasswordGiven ? await readGivenPassword(process.stdin) : null;

runCommand(main);
