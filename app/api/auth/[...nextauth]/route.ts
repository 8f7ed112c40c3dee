import { getContainer } from "@/app/container";
import { authEndpoint } from "@/lib/http/auth-endpoint";
import { withApi } from "@/lib/http/with-api";

const getSettings = () => {
  const { session, settings } = getContainer();
  return { session, trustedProxyHops: settings.rateLimits.trustedProxyHops };
};

/** next-auth: signing in and out (decision 0027). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: authEndpoint("GET", getSettings),
  POST: authEndpoint("POST", getSettings),
});
