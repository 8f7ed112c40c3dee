import { currentResponse } from "./current-response";

/**
 * Sends the page that is being rendered with status 403. Next lets its pages choose this status only by an experimental flag; a
 * response whose headers have been sent keeps its status.
 */
export function answerForbidden(): void {
  const response = currentResponse();
  if (response) response.statusCode = 403;
}
