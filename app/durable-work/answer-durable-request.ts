import { getDurableWork } from "./current-durable-work";

/** Answers an Inngest request that arrived through a route. */
export async function answerDurableRequest(
  request: Request,
  work = getDurableWork(),
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await work.answer({
    method: request.method,
    path: pathname + search,
    header: (name) => request.headers.get(name),
    body: request.body,
  });
  return new Response(body, { status, headers });
}
