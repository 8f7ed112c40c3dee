import { createEndpoints } from "@/lib/http/core/create-endpoints";
import { getContainer } from "./current-container";

/** Builds route handlers with the ports of this process's container. */
export const { withApi, withOperations, unknownPath, otherMethods, implement, userEndpoint } =
  createEndpoints(getContainer);
