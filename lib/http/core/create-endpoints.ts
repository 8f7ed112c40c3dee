import type { z } from "zod";
import {
  type AdminCall,
  type AdminDeclaration,
  adminEndpoint,
  adminEndpointWithBody,
} from "./admin-endpoint";
import {
  type ApiCall,
  type ApiContext,
  type Endpoint,
  type EndpointDeclaration,
  endpoint,
  endpointWithBody,
  type RequestPorts,
} from "./endpoint";
import { type Endpoints, unknownPath, withApi } from "./with-api";

type WithBody<Body> = { readonly body: z.ZodType<Body> };

/** What route files are made of, for handlers that see the ports of this context. The context is asked for at each request. */
export function createEndpoints<Ports extends RequestPorts>(getContext: () => ApiContext<Ports>) {
  return {
    withApi: <Params = Record<never, string>>(endpoints: Endpoints<Ports, Params>) =>
      withApi(getContext, endpoints),
    unknownPath: () => unknownPath(getContext),
    endpoint: <Params>(
      declared: EndpointDeclaration<ApiCall<Ports, Params>>,
    ): Endpoint<Ports, Params> => endpoint(declared),
    endpointWithBody: <Params, Body>(
      declared: EndpointDeclaration<ApiCall<Ports, Params> & { readonly body: Body }> &
        WithBody<Body>,
    ): Endpoint<Ports, Params> => endpointWithBody(declared),
    adminEndpoint: <Params>(
      declared: AdminDeclaration<AdminCall<Ports, Params>>,
    ): Endpoint<Ports, Params> => adminEndpoint(declared),
    adminEndpointWithBody: <Params, Body>(
      declared: AdminDeclaration<AdminCall<Ports, Params> & { readonly body: Body }> &
        WithBody<Body>,
    ): Endpoint<Ports, Params> => adminEndpointWithBody(declared),
  };
}
