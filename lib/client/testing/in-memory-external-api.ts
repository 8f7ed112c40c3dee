import { LIFECYCLE } from "../../documents/rules/status";

/** The ways in which a call can fail, before or after it was processed. */
export type Mishap =
  /** No connection. */
  | "unreachable"
  /** The call is processed, but the response never arrives. */
  | "answer-lost"
  | Response;

/** A call as the fake received it. */
export interface SeenCall {
  readonly method: string;
  /** The path and the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

interface FakeDocument {
  uuid: string;
  status: number;
  failure: { code: string; message: string } | null;
  bytes: string | null;
  urls: number;
}

const API = "http://api.test";
const STORE = "http://store.test";
const SIGNATURE = "?X-Amz-Signature=secret";

/**
 * A fake of the external API and its object store. It provides a fetch function that follows enough of their rules to
 * test a client. Lists have two documents per page.
 */
export class FakeExternalApi {
  readonly url = API;
  readonly calls: SeenCall[] = [];
  /** The query of each call, including the object store's signature. */
  readonly seenQueries: string[] = [];
  readonly documents: FakeDocument[] = [];
  /**
   * Determines how a call fails, or returns null if it succeeds. `nth` counts the calls with this method and path,
   * starting at 1.
   */
  mishap: (call: SeenCall, nth: number) => Mishap | null = () => null;
  /** Whether the URLs created so far are rejected. */
  areUrlsExpired = false;
  webhookUrl: string | null = null;
  private readonly created = new Map<string, FakeDocument>();

  /** The calls as `METHOD /path`, without the object store's signature. */
  get log(): string[] {
    return this.calls.map(({ method, path }) => `${method} ${path}`);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const url = new URL(String(input));
    const call = {
      method: init?.method ?? "GET",
      path: url.origin === STORE ? `store${url.pathname}` : `${url.pathname}${url.search}`,
      headers: new Headers(init?.headers),
      body: init?.body == null ? "" : await new Response(init.body).text(),
    };
    this.calls.push(call);
    this.seenQueries.push(url.search);
    const nth = this.log.filter((line) => line === `${call.method} ${call.path}`).length;
    const mishap = this.mishap(call, nth);
    if (mishap instanceof Response) return mishap;
    if (mishap === "unreachable") throw networkError("ECONNREFUSED");
    const answer = url.origin === STORE ? this.store(url, call) : this.api(url, call);
    if (mishap === "answer-lost") throw networkError("ECONNRESET");
    return answer;
  };

  private store({ pathname, search }: URL, { body }: SeenCall): Response {
    const [, uuid, version] = pathname.split("/");
    const document = this.documents.find((candidate) => candidate.uuid === uuid);
    const isSigned = search === SIGNATURE;
    if (!document || !isSigned || (this.areUrlsExpired && version === "1")) {
      return new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 });
    }
    document.bytes = body;
    return new Response("");
  }

  private api({ pathname, searchParams }: URL, call: SeenCall): Response {
    if (call.headers.get("authorization") !== "Bearer key") {
      return problemAnswer(401, "invalid-api-key");
    }
    const [room = "", uuid = "", part = ""] = pathname.slice("/external-api/".length).split("/");
    if (room === "status-changes") return this.feed(Number(searchParams.get("after") ?? 0));
    if (room === "external-dms-configuration") return this.configuration(call, uuid);
    if (room === "staged-document-statuses") return json(200, { statuses: [], moves: [] });
    if (uuid === "") return call.method === "POST" ? this.create(call) : this.list(searchParams);
    const document = this.documents.find((candidate) => candidate.uuid === uuid);
    if (!document) return problemAnswer(404, "staged-document-not-found");
    return this.document(document, `${call.method} ${part}`, call);
  }

  private create({ headers, body }: SeenCall): Response {
    const key = headers.get("idempotency-key") ?? "";
    const known = this.created.get(key);
    if (known) {
      // An expired URL is not returned again.
      const hasUrl = known.status === 1 && !this.areUrlsExpired;
      return json(201, hasUrl ? uploadable(known) : record(known));
    }
    const errors = [{ pointer: "#/name", detail: "must not be empty" }];
    if (!JSON.parse(body).name) return problemAnswer(422, "validation-failed", errors);
    const uuid = `uuid-${this.documents.length + 1}`;
    const document = { uuid, status: 1, failure: null, bytes: null, urls: 1 };
    this.documents.push(document);
    this.created.set(key, document);
    return json(201, uploadable(document));
  }

  private document(document: FakeDocument, what: string, { body }: SeenCall): Response {
    const wrongState = problemAnswer(409, "invalid-transition");
    switch (what) {
      case "GET ":
        return json(200, record(document));
      case "POST upload-url":
        if (document.status !== 1) return wrongState;
        document.urls += 1;
        return json(200, uploadable(document));
      case "PUT ":
        return report(document, JSON.parse(body).status);
      case "DELETE ":
        if (document.status === 6) return wrongState;
        if (document.status === 1) document.failure = { code: "cancelled", message: "" };
        document.status = document.status === 1 ? 6 : 8;
        return json(200, record(document));
      case "GET content":
        return new Response(null, { status: 307, headers: { location: `${STORE}/download` } });
      default:
        return json(200, { items: [{ previousStatus: null, currentStatus: 1 }], nextCursor: null });
    }
  }

  private list(query: URLSearchParams): Response {
    const from = Number(query.get("cursor") ?? 0);
    const items = this.documents.slice(from, from + 2).map(record);
    return json(200, {
      items,
      nextCursor: from + 2 < this.documents.length ? `${from + 2}` : null,
    });
  }

  private feed(after: number): Response {
    if (after > this.documents.length) {
      const detail = `is beyond the end of the feed, whose last sequence is ${this.documents.length}`;
      return problemAnswer(422, "validation-failed", [{ pointer: "#/after", detail }]);
    }
    const items = this.documents
      .slice(after, after + 2)
      .map((_, i) => ({ sequence: after + i + 1 }));
    return json(200, { items, nextAfter: after + items.length });
  }

  private configuration({ method, body }: SeenCall, part: string): Response {
    if (part === "secret-rotations") return json(201, { secret: "whsec_new" });
    if (method === "POST") this.webhookUrl = JSON.parse(body).url;
    if (method !== "DELETE") return json(200, { url: this.webhookUrl });
    this.webhookUrl = null;
    return new Response(null, { status: 204 });
  }
}

function report(document: FakeDocument, status: number): Response {
  const { status: current } = document;
  const isRepeat = LIFECYCLE.repeats.some(
    ({ report, at }) => report === status && at.some((repeated) => repeated === current),
  );
  if (isRepeat) return json(200, record(document));
  const isTooLate = current !== 1 && (status === 2 || status === 6);
  if (isTooLate || status === current) return problemAnswer(409, "invalid-transition");
  if (status === 2 && document.bytes === null) return problemAnswer(409, "file-not-uploaded");
  document.status = status;
  return json(200, record(document));
}

/** Creates an error response like the API's. */
export function problemAnswer(
  status: number,
  code: string,
  errors: readonly { pointer: string; detail: string }[] = [],
  headers: Record<string, string> = {},
): Response {
  const detail = "do something else";
  const body = {
    type: `${API}/docs/${code}`,
    title: "",
    status,
    detail,
    code,
    requestId: "r-1",
    errors,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}

const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });
const record = ({ uuid, status, failure }: FakeDocument) => ({ uuid, status, failure });
const uploadable = (document: FakeDocument) => ({
  ...record(document),
  uploadSignedUrl: `${STORE}/${document.uuid}/${document.urls}${SIGNATURE}`,
});

const networkError = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("socket"), { code }) });
