import { DomainError } from "@/lib/kernel/rules/errors";
import { answerRequest, ErrorWithHeaders, toResponse } from "./answer-request";
import type { ApiContext, Endpoint, RequestPorts } from "./endpoint";
import { type Declared, type Handle, type Implemented, implement } from "./operation";
import { type ApiRequest, requestedUrl } from "./requests/api-request";
import { type UserDeclaration, userEndpoint } from "./user-endpoint";

/**
 * Creates functions that build route handlers. The handlers use the ports of this context, which is looked up on each
 * request.
 */
export function createEndpoints<Ports extends RequestPorts>(getContext: () => ApiContext<Ports>) {
  return {
    withApi: <Params = Record<never, string>>(endpoints: Endpoints<Ports, Params>) =>
      withApi(getContext, endpoints),
    unknownPath: () => unknownPath(getContext),
    otherMethods: (...methods: Parameters<typeof otherMethods>[1]) =>
      otherMethods(getContext, methods),
    implement: <O extends Declared>(operation: O, handle: Handle<Ports, O>) =>
      implement<Ports, O>(operation, handle),
    withOperations: <Params>(...implemented: readonly Implemented<Ports, Params>[]) =>
      withApi(getContext, endpointsOf(implemented)),
    userEndpoint: <Params, Body = undefined>(
      declared: UserDeclaration<Ports, Params, Body>,
    ): Endpoint<Ports, Params> => userEndpoint(declared),
  };
}

/** Returns the endpoints of one path by their declared methods. @throws Error if two of them do not fit together */
function endpointsOf<Ports extends RequestPorts, Params>(
  implemented: readonly Implemented<Ports, Params>[],
): Endpoints<Ports, Params> {
  const paths = new Set(implemented.map(({ operation }) => operation.path));
  const methods = implemented.map(({ operation }) => operation.method.toUpperCase());
  if (paths.size !== 1 || new Set(methods).size !== methods.length) {
    throw new Error(`one route implements ${methods.join(", ")} of ${[...paths].join(", ")}`);
  }
  return Object.fromEntries(implemented.map(({ endpoint }, index) => [methods[index], endpoint]));
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/**
 * `app/serving/make-routable.mjs` passes requests with a method that Next does not route as PATCH, with the original
 * method in this header.
 */
const STAND_IN_HEADER = "x-stagedoor-method";

/** The endpoints of one path, by method. */
type Endpoints<Ports extends RequestPorts, Params> = Partial<
  Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Endpoint<Ports, Params>>
>;

/** The function that Next calls for one method of one path. */
type RouteHandler<Params> = (
  request: Request,
  route: { params: Promise<Params> },
) => Promise<Response>;

/**
 * Creates the handlers of one path from its endpoints, using `answerRequest`. A method without an endpoint returns a
 * problem, and HEAD uses the endpoint of GET.
 */
export function withApi<Ports extends RequestPorts, Params>(
  getContext: () => ApiContext<Ports>,
  endpoints: Endpoints<Ports, Params>,
): Record<Method, RouteHandler<Params>> {
  return perMethod((method) =>
    answering(getContext, ({ headers }) =>
      findEndpoint(endpoints, headers.get(STAND_IN_HEADER) === null ? method : null),
    ),
  );
}

/** Creates the handlers for all paths that have no route. They return 404 as a problem for any method. */
export function unknownPath(
  getContext: () => ApiContext,
): Record<Method, RouteHandler<Record<never, string>>> {
  const handler = answering(getContext, () => nowhere);
  return perMethod(() => handler);
}

/** Creates the handlers for the unsupported methods of a path whose other methods do not use `withApi`. */
function otherMethods(
  getContext: () => ApiContext,
  methods: readonly (keyof Endpoints<RequestPorts, unknown>)[],
): Record<Method, RouteHandler<Record<never, string>>> {
  return withApi(getContext, Object.fromEntries(methods.map((method) => [method, nowhere])));
}

const nowhere: Endpoint<RequestPorts, Record<never, string>> = async (_context, { request }) => {
  throw new DomainError(
    "not-found",
    `Nothing exists at ${requestedUrl(request).pathname}. Check the path in the documentation.`,
  );
};

function perMethod<T>(make: (method: Method) => T): Record<Method, T> {
  return {
    GET: make("GET"),
    HEAD: make("HEAD"),
    POST: make("POST"),
    PUT: make("PUT"),
    PATCH: make("PATCH"),
    DELETE: make("DELETE"),
    OPTIONS: make("OPTIONS"),
  };
}

function answering<Ports extends RequestPorts, Params>(
  getContext: () => ApiContext<Ports>,
  find: (request: ApiRequest) => Endpoint<Ports, Params>,
): RouteHandler<Params> {
  return async (request, route) =>
    toResponse(await answerRequest(getContext(), () => find(request), request, route.params));
}

/** Returns the endpoint for a method. @param method null for a method that no path supports */
function findEndpoint<Ports extends RequestPorts, Params>(
  endpoints: Endpoints<Ports, Params>,
  method: Method | null,
): Endpoint<Ports, Params> {
  const allow = METHODS.filter(
    (candidate) => candidate === "OPTIONS" || declared(endpoints, candidate),
  ).join(", ");
  if (method === "OPTIONS") return async () => ({ status: 204, headers: { allow } });
  const found = method && declared(endpoints, method);
  if (found) return found;
  const error = new DomainError(
    "method-not-allowed",
    `This method is not allowed here. Use ${allow}.`,
  );
  throw new ErrorWithHeaders(error, { allow });
}

function declared<Ports extends RequestPorts, Params>(
  endpoints: Endpoints<Ports, Params>,
  method: Method,
): Endpoint<Ports, Params> | undefined {
  if (method === "HEAD") return endpoints.GET;
  return method === "OPTIONS" ? undefined : endpoints[method];
}
