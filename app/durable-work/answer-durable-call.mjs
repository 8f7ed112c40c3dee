import { shared } from "../process.mjs";

const PATH = "/api/inngest";
const METHODS = ["GET", "POST", "PUT"];

/**
 * Answers a call from the durable work engine without going through Next's routes, which would cost as much as the call
 * itself. The route `app/api/inngest` does the same if a server other than ours is used, and while the application is
 * still starting.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @returns {boolean} false if the request is not such a call and was left unanswered
 */
export function answerDurableCall(request, response) {
  const { url = "/", method = "GET", headers } = request;
  const work = shared.durableWork;
  if (!work || !METHODS.includes(method) || url.split("?", 1)[0] !== PATH) return false;
  const call = {
    method,
    path: url,
    body: method === "GET" ? null : request,
    header: (name) => headers[name]?.toString() ?? null,
  };
  work.answer(call).then(
    (answer) => {
      response.writeHead(answer.status, {
        ...answer.headers,
        "content-length": Buffer.byteLength(answer.body),
        // Otherwise, the unread remainder of a rejected body would be parsed as the next request.
        ...(request.complete ? {} : { connection: "close" }),
      });
      response.end(answer.body);
    },
    (error) => response.destroy(error),
  );
  return true;
}
