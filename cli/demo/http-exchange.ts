import { assertNotBusy, CallFailure, noAnswer } from "./call-failures";

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 1_048_576;

/**
 * One exchange of small messages, without following redirects: within 15 s, with an answer of at most 1 MiB.
 * @throws TransientFailure when no whole answer came, or it says 429 or 503
 */
export async function exchange(place: string, url: string, init: RequestInit): Promise<Answer> {
  const answer = await receive(place, async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, headers, body } = await fetch(url, { ...init, redirect: "manual", signal });
    return { status, headers, text: await readText(place, body) };
  });
  assertNotBusy(place, answer.status, answer.headers.get("retry-after"));
  return answer;
}

/** Runs what talks over the network: what breaks there is a TransientFailure, our own failures stay what they are. */
export async function receive<T>(place: string, talk: () => Promise<T>): Promise<T> {
  try {
    return await talk();
  } catch (error) {
    throw error instanceof CallFailure ? error : noAnswer(place, error);
  }
}

async function readText(place: string, body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new CallFailure(`${place} answers more than 1 MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
