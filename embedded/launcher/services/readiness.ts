import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { readStart } from "@/lib/kernel/rules/read-start";
import { parseJson } from "../../small-files";
import { StartError } from "../terminal";
import type { NodeChild } from "./node-child";

/** The time that a child may take to become ready, and its name for messages. */
export interface Patience {
  readonly title: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const POLL_MS = 40;
const REQUEST_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Resolves when the child is ready. If it exits first, takes too long, or `signal` aborts, the child is killed.
 * @throws StartError with a message and the child's last lines; a StartError from `isReady` is rethrown unchanged
 */
export async function waitUntilReady(
  child: NodeChild,
  isReady: (signal: AbortSignal) => Promise<void>,
  { title, timeoutMs, signal }: Patience,
): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  const decided = new AbortController();
  const anySignal = AbortSignal.any([signal, late, decided.signal]);
  try {
    anySignal.throwIfAborted();
    const failed = child.exited.then((reason) => {
      throw new Error(`it ended: ${reason}`);
    });
    const aborted = once(anySignal, "abort").then(() => {
      throw new Error(late.aborted ? `not ready within ${timeoutMs / 1000} s` : "it was stopped");
    });
    await Promise.race([isReady(anySignal), failed, aborted]);
  } catch (error) {
    child.kill();
    await child.exited;
    if (error instanceof StartError) throw error;
    const reason = errorMessage(error);
    const lines = child.lastLines();
    throw new StartError(
      `${title} did not start: ${reason}.${lines ? ` Its last lines:\n${lines}` : ""}`,
    );
  } finally {
    decided.abort();
  }
}

/** Returns whether a line from one of our child processes reports that it is ready. */
const isReadyLine = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "ready" in value && value.ready === true;

/**
 * Resolves when the child has written a line of JSON that reports that it is ready; `onOtherLine` receives the values of
 * other lines.
 */
export function untilReadyLine(
  child: NodeChild,
  onOtherLine: (value: unknown) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve) => {
    let rest = "";
    child.stdout.on("data", function onData(chunk: Buffer) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const value of lines.map(parseJson)) {
        if (!isReadyLine(value)) {
          onOtherLine(value);
          continue;
        }
        child.stdout.off("data", onData);
        resolve();
        return;
      }
    });
  });
}

/**
 * Polls the address and resolves when it returns 200. `isGoodEnough` receives the body of every other response and the
 * time since the first such response. If it returns true, the response counts as 200; an error that it throws ends the
 * polling.
 */
export async function untilAnswers200(
  address: string,
  isGoodEnough: (body: string, durationMs: number) => boolean,
  signal: AbortSignal,
): Promise<void> {
  let otherSinceMs: number | null = null;
  while (!signal.aborted) {
    const answer = await ask(address);
    if (answer?.status === 200) return;
    if (answer) {
      otherSinceMs ??= Date.now();
      if (isGoodEnough(answer.body, Date.now() - otherSinceMs)) return;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Sends one request. @returns the response, or null if there is none */
function ask(address: string): Promise<{ status: number | undefined; body: string } | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const request = get(address, { agent: false, signal }, (response) => {
      readStart(response, ANSWER_BYTES_MAX).then(
        (body) => resolve({ status: response.statusCode, body }),
        () => resolve(null),
      );
    });
    request.on("error", () => resolve(null));
  });
}
