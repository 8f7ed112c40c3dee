import { type Inngest, InngestCommHandler } from "inngest";
import type { createFunctions } from "./functions";

/** A call to the endpoint through which Inngest runs our functions, with its body read in full. */
export interface EndpointCall {
  readonly method: string;
  /** The path, including the query. */
  readonly path: string;
  /** Returns the header with this lower-case name, or null if it was not sent. */
  header(name: string): string | null;
  readonly body: string;
}

/** The response to a call; signed if the call was signed. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Wraps the SDK in a single function. `inngest/next` would need a Next request for each call and build a streaming
 * response from it, which costs a third as much as the SDK's own work; engines see no difference.
 * @param publicUrl the origin at which engines call us
 * @throws SyntaxError if the body is not JSON
 */
export function createEndpoint(
  client: Inngest,
  functions: ReturnType<typeof createFunctions>,
  publicUrl: string,
): (call: EndpointCall) => Promise<EndpointAnswer> {
  const handler = new InngestCommHandler({
    frameworkName: "nextjs",
    client,
    functions,
    serveOrigin: publicUrl,
    // Otherwise anyone could make the application register itself repeatedly.
    enableUnauthedSync: false,
    handler: (call: EndpointCall) => {
      const url = new URL(call.path, publicUrl);
      return {
        method: () => call.method,
        url: () => url,
        headers: (name: string) => call.header(name.toLowerCase()),
        body: () => call.body,
        transformResponse: ({ status, headers, body }): EndpointAnswer => ({
          status,
          headers,
          body,
        }),
      };
    },
  });
  return handler.createHandler();
}
