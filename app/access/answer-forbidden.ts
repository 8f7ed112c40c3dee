import { currentResponse } from "../serving/current-response";

/**
 * Sends status 403 with the page that is being rendered. Next lets pages set this status only behind an experimental
 * flag. A response whose headers have already been sent keeps its status.
 */
export function answerForbidden(): void {
  const response = currentResponse();
  if (response) response.statusCode = 403;
}
