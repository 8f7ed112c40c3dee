import {
  type ApiContext,
  type Endpoint,
  type EndpointDeclaration,
  endpoint,
  type RequestPorts,
} from "./endpoint";
import type { ApiRequest } from "./requests/api-request";
import { type UserDeclaration, userEndpoint } from "./user-endpoint";
import { type Endpoints, otherMethods, unknownPath, withApi } from "./with-api";

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
    endpoint: <Params, Body = undefined>(
      declared: EndpointDeclaration<Ports, Params, Body>,
    ): Endpoint<Ports, Params, ApiRequest> => endpoint(declared),
    userEndpoint: <Params, Body = undefined>(
      declared: UserDeclaration<Ports, Params, Body>,
    ): Endpoint<Ports, Params> => userEndpoint(declared),
  };
}
