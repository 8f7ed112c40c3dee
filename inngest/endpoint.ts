import { type Inngest, InngestCommHandler } from "inngest";
import type { createFunctions } from "./functions";

/** One call to the endpoint through which Inngest runs our functions, fully read. */
export interface EndpointCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** By its name in lower case; null if it was not sent. */
  header(name: string): string | null;
  readonly body: string;
}

/** The response to a call, signed if the call was. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The SDK behind one function. `inngest/next` would need a Next request for each call and build a response from it,
 * streams included, which costs a third as much as the SDK's own work; engines see no difference.
 * @param publicUrl the origin at which engines are told to call us
 * @throws SyntaxError when the body is not JSON
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
    // Otherwise a stranger could make us register ourselves repeatedly.
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
