import { withApi } from "@/app/endpoints";
import { choosePasswordEndpoint } from "@/lib/http/accounts/choose-password-endpoint";

/** Where somebody without a session chooses a password by a link (decision 0052). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: choosePasswordEndpoint,
});
