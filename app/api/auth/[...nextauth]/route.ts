import { getContainer } from "@/app/current-container";
import { withApi } from "@/app/endpoints";
import { authEndpoint } from "@/lib/http/accounts/auth-endpoint";

const getSession = () => getContainer().session;

/** next-auth: signs users in and out (decision 0027). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: authEndpoint("GET", getSession),
  POST: authEndpoint("POST", getSession),
});
