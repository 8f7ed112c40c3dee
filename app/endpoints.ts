import { createEndpoints } from "@/lib/http/core/create-endpoints";
import { getContainer } from "./container";

/** What every route file is made of; its handlers see the ports of this process's container. */
export const { withApi, unknownPath, otherMethods, endpoint, userEndpoint } =
  createEndpoints(getContainer);
