import type { GetFunctionInput, Inngest } from "inngest";
import { test } from "vitest";
import type { MakeFunctions, StartEngine } from "./engine.fixture";
import { overHttp } from "./over-http";
import { inProcess } from "./over-in-process";
import { startEngineOver } from "./start-engine";

/** The argument passed to a handler. */
type FunctionContext = GetFunctionInput<Inngest>;

type FunctionSettings = Parameters<Inngest["createFunction"]>[0];

/**
 * Registers the tests of one guarantee twice: with the app in this process, and with the app and the event API reached
 * over HTTP.
 */
export function testOverBoth(guarantee: string, body: (start: StartEngine) => Promise<void>) {
  test(`${guarantee} (in process)`, () => body(startEngineOver(inProcess)));
  test(`${guarantee} (over HTTP)`, () => body(startEngineOver(overHttp)));
}

/** Creates an app with a single function "f", which the event "go" starts unless the settings say otherwise. */
export function oneFunction(
  handler: (context: FunctionContext) => unknown,
  settings: Partial<FunctionSettings> = {},
): MakeFunctions {
  return (client) => [
    client.createFunction({ id: "f", triggers: { event: "go" }, ...settings }, handler),
  ];
}
