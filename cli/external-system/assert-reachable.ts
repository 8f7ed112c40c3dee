import { callApi } from "@/lib/client/call-api";
import { ApiProblem, CallFailure } from "@/lib/client/call-failure";
import type { ErrorCode } from "@/lib/kernel/rules/errors";
import { CommandError } from "../command/command-error";
import type { ApiAccess } from "./access";

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** Reads a document that cannot exist. @throws CommandError unless a Stagedoor that accepts the key responds */
export async function assertReachable(access: ApiAccess): Promise<void> {
  const request = { method: "GET", path: `/staged-documents/${NIL_UUID}` } as const;
  try {
    await callApi({ ...access, fetch }, request, 200);
  } catch (error) {
    assertKeyAccepted(error);
    if (!(error instanceof CallFailure)) throw error;
    if (isStagedoor(error)) return;
    throw new CommandError(sentenceOf(access, error), { cause: error });
  }
}

const KEY_PROBLEMS: readonly ErrorCode[] = [
  "authentication-required",
  "invalid-api-key",
  "missing-scope",
];

/**
 * Throws an error that ends the command if the key was rejected, because every other call would fail too. A 401 or 403
 * without our problem details comes from a different server.
 */
export function assertKeyAccepted(error: unknown): void {
  if (!(error instanceof ApiProblem) || !KEY_PROBLEMS.includes(error.code)) return;
  throw new CommandError(`Stagedoor rejected the API key (${error.status}). ${error.detail}`, {
    cause: error,
  });
}

/** Returns whether a Stagedoor sent the failed response. A busy Stagedoor counts, because the commands wait and retry. */
function isStagedoor(failure: CallFailure): boolean {
  const isBusy = failure.isTransient && failure.status !== null;
  return isBusy || (failure instanceof ApiProblem && failure.code === "staged-document-not-found");
}

function sentenceOf({ url }: ApiAccess, { status }: CallFailure): string {
  return status === null
    ? `Nothing is responding at ${url}. Start Stagedoor first (npm start), or give its address with --url.`
    : `The server at ${url} is not Stagedoor (it responded with ${status}). Check the address.`;
}
