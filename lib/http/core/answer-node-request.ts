import type { IncomingMessage, ServerResponse } from "node:http";
import { answerRequest } from "./answer-request";
import type { ApiContext, Endpoint, RequestPorts } from "./endpoint";
import { nodeApiRequest } from "./requests/api-request";

/**
 * Answers a `node:http` request as `withApi` would, but without going through Next. Not suitable for endpoints that
 * return streams or set cookies. Never rejects because of a client error or a domain error.
 */
export async function answerNodeRequest<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  endpoint: Endpoint<Ports, Params>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  params: Params,
): Promise<void> {
  const find = () => endpoint;
  const answer = await answerRequest(context, find, nodeApiRequest(request), params);
  const { status, headers, body } = answer;
  if (typeof body !== "string" && body !== null) throw new Error("this endpoint returns a stream");
  const text = body ?? "";
  const length = body === null ? {} : { "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length });
  response.end(text);
  // Discards the rest of a rejected body, which precedes the next request. The server's request timeout limits a sender
  // that never finishes.
  if (!request.complete) request.resume();
}
