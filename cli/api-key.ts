import { type Container, createContainer } from "@/app/container";
import { createApiKey } from "@/lib/accounts/use-cases/create-api-key";
import { listApiKeys } from "@/lib/accounts/use-cases/list-api-keys";
import { revokeApiKey } from "@/lib/accounts/use-cases/revoke-api-key";
import { type ApiKeyOptions, readApiKeyOptions } from "./api-key/api-key-commands";
import { renderApiKeys, renderCreated } from "./api-key/render-api-keys";
import { readCommandSettings } from "./command/command-settings";
import { runCommand } from "./command/run-command";

/** Creates, lists and revokes API keys of the Stagedoor that runs, or that the settings name. */
async function main(args: readonly string[]): Promise<number> {
  const options = readApiKeyOptions(args, new Date());
  const container = createContainer(await readCommandSettings());
  try {
    process.stdout.write(await answer(container, options));
    return 0;
  } finally {
    await container.close();
  }
}

async function answer({ ports }: Container, options: ApiKeyOptions): Promise<string> {
  switch (options.kind) {
    case "create":
      return renderCreated(await createApiKey(ports, options));
    case "list":
      return renderApiKeys(await listApiKeys(ports));
    case "revoke": {
      const { name, prefix } = await revokeApiKey(ports, options);
      return `The key ${prefix}… "${name}" is revoked; within 5 seconds nobody can use it any more.\n`;
    }
  }
}

runCommand(main);
