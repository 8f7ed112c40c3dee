import {
  isSettings,
  type ListenedEvent,
  type Refuse,
  readAttemptsMax,
  readCancel,
  readConcurrency,
  readTrigger,
  refuseOthers,
  type Settings,
} from "./function-settings";
import { nameProblem } from "./storable-json";

/** The trigger that starts a function's runs. */
export type Trigger = ListenedEvent | { readonly cron: string };

/** A function as served by the app. */
export interface ServedFunction {
  readonly id: string;
  readonly name: string;
  readonly triggers: readonly Trigger[];
  /**
   * The events that end live runs of the function. Each event ends the runs for which its expression holds; a null
   * expression matches all of them.
   */
  readonly cancels: readonly ListenedEvent[];
  /**
   * At most `limit` simultaneous calls for each value at the path `key`, which starts with `event`. If `key` is null,
   * the limit applies to the whole function.
   */
  readonly concurrency: { readonly limit: number; readonly key: readonly string[] | null } | null;
  readonly attemptsMax: number;
}

/** The app serves functions that need features this executor lacks; each sentence names a function and its setting. */
export class UnsupportedFunctionsError extends Error {
  override readonly name = "UnsupportedFunctionsError";

  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}

const TRIGGERS_MAX = 10;
const CANCELS_MAX = 5;
const SETTINGS = ["id", "name", "triggers", "steps", "concurrency", "cancel"];

/**
 * Parses the functions in the app's response to a sync, or in a `{ functions }` object with stored ones. Throws {@link
 * UnsupportedFunctionsError} with everything that is wrong if any setting would not work here as declared.
 */
export function parseServedFunctions(answer: unknown): readonly ServedFunction[] {
  const configs = isSettings(answer) ? answer.functions : null;
  if (!Array.isArray(configs)) {
    throw new UnsupportedFunctionsError([
      "The app's response to the sync lists no functions. Is its address the address of the Inngest endpoint?",
    ]);
  }
  const sentences: string[] = [];
  const functions = configs.map((config) => parseFunction(config, sentences));
  const ids = functions.map(({ id }) => id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) {
    sentences.push(`Function "${id}" is served more than once: give each function its own id.`);
  }
  if (sentences.length > 0) throw new UnsupportedFunctionsError([...new Set(sentences)]);
  return functions;
}

/** Adds a sentence for each problem; a function with problems must not be used. */
function parseFunction(config: unknown, sentences: string[]): ServedFunction {
  const settings: Settings = isSettings(config) ? config : {};
  const id = String(settings.id);
  const refuse: Refuse = (rest) => {
    sentences.push(`Function "${id}" ${rest}`);
    return null;
  };
  const problem = nameProblem(settings.id);
  if (problem !== null) refuse(`cannot be used: its id ${problem}.`);
  refuseOthers(settings, SETTINGS, "", refuse);
  return {
    id,
    name: typeof settings.name === "string" ? settings.name : id,
    triggers: readTriggers(settings.triggers, refuse),
    cancels: readCancels(settings.cancel, refuse),
    concurrency: readConcurrency(settings.concurrency, refuse),
    attemptsMax: readAttemptsMax(settings.steps, refuse),
  };
}

function readTriggers(triggers: unknown, refuse: Refuse): readonly Trigger[] {
  if (!Array.isArray(triggers) || triggers.length === 0) {
    refuse("has no trigger, so nothing would ever start it: give it an event or a cron.");
    return [];
  }
  if (triggers.length > TRIGGERS_MAX) {
    refuse(`has ${triggers.length} triggers; the maximum is ${TRIGGERS_MAX}.`);
  }
  return triggers.map((one) => readTrigger(one, refuse)).filter((trigger) => trigger !== null);
}

function readCancels(cancels: unknown, refuse: Refuse): readonly ListenedEvent[] {
  if (cancels === undefined || cancels === null) return [];
  if (!Array.isArray(cancels)) {
    refuse("has a cancelOn that is not an array.");
    return [];
  }
  if (cancels.length > CANCELS_MAX) {
    refuse(`has ${cancels.length} entries in cancelOn; the maximum is ${CANCELS_MAX}.`);
  }
  return cancels.map((one) => readCancel(one, refuse)).filter((cancel) => cancel !== null);
}
