import { getContainer } from "@/app/container";
import { authEndpoint } from "@/lib/http/accounts/auth-endpoint";
import { withApi } from "@/lib/http/core/with-api";

const getSession = () => getContainer().session;

/** next-auth: signing in and out (decision 0027). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: authEndpoint("GET", getSession),
  POST: authEndpoint("POST", getSession),
});
