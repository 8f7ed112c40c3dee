import { currentResponse } from "@/app/serving/current-response";

const HEAD = "<head>";
/** Next's own scripts, as React writes them. */
const NEXT_SCRIPT = /<script (?=src="\/_next\/)(?=[^>]* async="")/g;

/**
 * Puts a script first in the head of the page that is being sent, before the style sheets, which React always writes
 * first and which later scripts wait for. Gives Next's scripts the type `waitingType`, so that browsers ignore them until
 * `loadWaitingScripts` loads them. Returns false and changes nothing if the server is not `app/serving/server.mjs`, or
 * if the page is already being sent.
 */
export function runFirst(script: string, nonce: string, waitingType: string): boolean {
  const response = currentResponse();
  if (!response) return false;
  const html = `<script nonce="${nonce}">${script}</script>`;
  const write = response.write;
  // React writes the whole head into the first part.
  response.write = (part: string | Uint8Array, ...rest: unknown[]): boolean => {
    response.write = write;
    return Reflect.apply(write, response, [insert(part, html, waitingType), ...rest]);
  };
  return true;
}

function insert(part: string | Uint8Array, html: string, waitingType: string): Buffer {
  // One character per byte, because a part may end within a character.
  const page = Buffer.from(part as string).toString("latin1");
  if (!page.includes(HEAD)) return Buffer.from(page, "latin1");
  const first = Buffer.from(html).toString("latin1");
  const changed = page
    .replaceAll(NEXT_SCRIPT, `<script type="${waitingType}" `)
    .replace(HEAD, () => HEAD + first);
  return Buffer.from(changed, "latin1");
}
