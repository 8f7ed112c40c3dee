import { command, operand, optional, type Program } from "../command/command";
import { CommandError } from "../command/command-error";
import { readCommandSettings } from "../command/command-settings";
import { createOperatorApi } from "./operator-api";
import { renderRun, renderRuns } from "./render-runs";

const STATUSES = ["running", "completed", "failed", "cancelled"];
const LIMIT_DEFAULT = "20";
const LIMIT_MAX = 1000;

const openApi = async () => createOperatorApi(await readCommandSettings({ inngest: true }));

/** `npm run engine`. */
export const ENGINE: Program = {
  name: "engine",
  commands: {
    runs: command({
      does: "Lists the runs of the embedded executor, newest first.",
      parameters: {
        status: optional(STATUSES.join("|")),
        function: optional("<id>"),
        limit: optional("<number>"),
      },
      run: async (filter) => {
        const query = readFilter(filter);
        return renderRuns(await (await openApi()).listRuns(query));
      },
    }),
    run: command({
      does: "Shows a run's event, the result of each step and each failed attempt.",
      parameters: { id: operand("id") },
      run: async ({ id }) => renderRun(await (await openApi()).findRun(id)),
    }),
    retry: command({
      does: "Continues a failed run from where it failed.",
      parameters: { id: operand("id") },
      run: async ({ id }) => {
        await (await openApi()).retryRun(id);
        return `The run ${id} continues from where it failed.\n`;
      },
    }),
  },
};

interface Filter {
  readonly status: string | undefined;
  readonly function: string | undefined;
  readonly limit: string | undefined;
}

function readFilter({ limit = LIMIT_DEFAULT, ...words }: Filter): URLSearchParams {
  const { status } = words;
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new CommandError(`There is no status "${status}". Statuses: ${STATUSES.join(", ")}.`);
  }
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > LIMIT_MAX) {
    throw new CommandError(`The option --limit must be a number from 1 to ${LIMIT_MAX}.`);
  }
  const given = Object.entries({ ...words, limit }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(given) as Record<string, string>);
}
