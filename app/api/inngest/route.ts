import { answerDurableRequest } from "@/app/durable-work/answer-durable-request";
import { otherMethods } from "@/app/endpoints";

/** The endpoint for Inngest. Other callers are rejected. */
export const GET = (request: Request) => answerDurableRequest(request);

/** Runs one step of a function. */
export const POST = (request: Request) => answerDurableRequest(request);

/** Lists the functions. */
export const PUT = (request: Request) => answerDurableRequest(request);

export const { PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST", "PUT");

export const dynamic = "force-dynamic";

/**
 * In seconds, for hosts that limit the duration of a call. An attempt takes up to 15 s and may first wait for its turn.
 */
export const maxDuration = 60;
