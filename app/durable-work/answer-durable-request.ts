import { shared } from "../process.mjs";
import type { DurableWork } from "./durable-work";

/** Answers an Inngest request that arrived through a route. @throws Error before startup */
export async function answerDurableRequest(
  request: Request,
  work: Pick<DurableWork, "answer"> | undefined = shared.durableWork,
): Promise<Response> {
  if (!work) {
    throw new Error(
      "The durable work has not started: instrumentation.ts must run before any request.",
    );
  }
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await work.answer({
    method: request.method,
    path: pathname + search,
    header: (name) => request.headers.get(name),
    body: request.body,
  });
  return new Response(body, { status, headers });
}
