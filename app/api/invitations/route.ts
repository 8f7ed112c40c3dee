import { withApi } from "@/app/endpoints";
import { choosePasswordEndpoint } from "@/lib/http/accounts/cockpit-schemas";

/** Lets a user without a session choose a password with a link (decision 0052). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: choosePasswordEndpoint,
});
