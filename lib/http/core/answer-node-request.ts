import type { IncomingMessage, ServerResponse } from "node:http";
import { answerRequest } from "./answer-request";
import type { ApiRequest } from "./api-request";
import type { ApiContext, Endpoint, RequestPorts } from "./endpoint";
import { nodeApiRequest } from "./node-api-request";

/**
 * Answers a request of `node:http` as `withApi` would, without Next between them. Not for endpoints that answer streams or set
 * cookies. Never rejects for what a client or the domain does.
 */
export async function answerNodeRequest<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  endpoint: Endpoint<Ports, Params, ApiRequest>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  params: Params,
): Promise<void> {
  const find = () => endpoint;
  const answer = await answerRequest(context, find, nodeApiRequest(request), params);
  const { status, headers, body } = answer;
  if (typeof body !== "string" && body !== null) throw new Error("this endpoint answers a stream");
  const text = body ?? "";
  const length = body === null ? {} : { "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length });
  response.end(text);
  // What is left of a refused body stands before the next call; a sender without end is ended by the server's time for a request.
  if (!request.complete) request.resume();
}
