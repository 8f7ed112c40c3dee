import type { IncomingMessage, ServerResponse } from "node:http";
import { answerNodeRequest } from "@/lib/http/core/answer-node-request";
import type { ApiContext } from "@/lib/http/core/endpoint";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { Container } from "../container";
import { getContainer } from "../current-container";
import {
  createDocument,
  getDocument,
  reportDocument,
} from "../external-api/staged-documents/hot-endpoints";
import { shared } from "../process.mjs";

/**
 * Answers a hot call. Returns undefined for any other call, which Next must answer. Rejects if no response can be sent.
 */
export type AnswerHotCall = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | undefined;

/** The parts of a container that hot calls need. */
export type HotCallContext = ApiContext<Container["ports"]>;

const DOCUMENTS = "/external-api/staged-documents";
const DOCUMENT = `${DOCUMENTS}/`;

/**
 * The three calls that external systems make for every document, in the only spelling they use. These calls bypass Next's
 * routing, which costs more than everything else (decision 0044). With any other method or spelling, the same endpoints
 * are reached through their route files.
 */
export const createHotCalls =
  (getContext: () => HotCallContext): AnswerHotCall =>
  (request, response) => {
    const { method, url = "" } = request;
    const call = { request, response };
    if (url === DOCUMENTS) {
      if (method !== "POST") return undefined;
      return answerNodeRequest(getContext(), createDocument.endpoint, call, {});
    }
    if (!url.startsWith(DOCUMENT)) return undefined;
    const uuid = url.slice(DOCUMENT.length);
    if (!isUuid(uuid)) return undefined;
    if (method === "GET") {
      return answerNodeRequest(getContext(), getDocument.endpoint, call, { uuid });
    }
    if (method !== "PUT") return undefined;
    return answerNodeRequest(getContext(), reportDocument.endpoint, call, { uuid });
  };

/** Makes the hot calls available to `app/serving/server.mjs`, which is not part of Next's build. */
export function shareHotCalls(): void {
  shared.answerHotCall = createHotCalls(getContainer);
}
