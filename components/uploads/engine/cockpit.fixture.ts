import { type PutOptions, UploadRefusal } from "@/lib/client/put-file";
import type { SizeSuspicion } from "@/lib/client/size-suspicion";
import { LIFECYCLE, STATUS, type Status } from "@/lib/documents/rules/status";
import type { ErrorCode } from "@/lib/kernel/rules/errors";

interface FakeDocument {
  readonly uuid: string;
  readonly name: string;
  readonly folder: string | null;
  status: Status;
  isUploaded: boolean;
  failure: { code: string; message: string } | null;
  /** The number of the newest upload URL. */
  urlNumber: number;
}

/** An in-memory cockpit and object store that implement the documented calls. */
export class FakeCockpit {
  readonly documents = new Map<string, FakeDocument>();
  readonly log: string[] = [];
  readonly puts: string[] = [];
  isSignedIn = true;
  /** Responds in place of the cockpit; null to let the cockpit respond. If it throws, the connection counts as lost. */
  mishap: (call: string) => Response | null | Promise<Response | null> = () => null;
  /** Whether the response to a call is lost. */
  isAnswerLost: (call: string) => boolean = () => false;
  /** The idempotency key of each call that creates a document. */
  readonly keys: string[] = [];
  /** Runs before the bytes of a file arrive. */
  putMishap: (name: string, options: PutOptions) => void | Promise<void> = () => undefined;
  /**
   * Whether the store responds to a small probe upload. If it does, files larger than any that have arrived are suspected
   * of exceeding a size limit.
   */
  areSmallUploadsAnswered = false;
  private arrivedBytes = 0;
  readonly sizes: SizeSuspicion = {
    noteArrived: (bytes) => {
      this.arrivedBytes = Math.max(this.arrivedBytes, bytes);
    },
    isLikely: async (_, bytes) => this.areSmallUploadsAnswered && bytes > this.arrivedBytes,
  };
  private readonly byKey = new Map<string, string>();

  readonly fetch: typeof fetch = async (path, init) => {
    const method = init?.method ?? "GET";
    const call = `${method} ${String(path).replace("/api/cockpit/", "")}`;
    this.log.push(call);
    const mishap = await this.mishap(call);
    init?.signal?.throwIfAborted();
    if (mishap) return mishap;
    if (!this.isSignedIn) return problem(401, "sign-in-required");
    const body = init?.body ? JSON.parse(String(init.body)) : undefined;
    const answer = this.answer(method, String(path), body, new Headers(init?.headers));
    if (this.isAnswerLost(call)) throw new TypeError("Failed to fetch");
    return answer;
  };

  readonly putFile = async (url: string, file: File, options: PutOptions): Promise<void> => {
    this.puts.push(url);
    options.onProgress?.({ sentBytes: 0, totalBytes: file.size });
    await this.putMishap(file.name, options);
    options.signal?.throwIfAborted();
    const [uuid = "", number] = url.replace("http://store.test/", "").split("?");
    const document = this.documents.get(uuid);
    if (!document || String(document.urlNumber) !== number) {
      throw new UploadRefusal(403, "AccessDenied");
    }
    options.onProgress?.({ sentBytes: file.size, totalBytes: file.size });
    document.isUploaded = true;
  };

  /** Returns the statuses of all documents by name, in order of creation. */
  statuses(): Record<string, readonly number[]> {
    const found: Record<string, number[]> = {};
    for (const { name, status } of this.documents.values()) {
      found[name] = [...(found[name] ?? []), status];
    }
    return found;
  }

  /** Makes the store reject every URL issued so far. */
  expireUrls(): void {
    for (const document of this.documents.values()) document.urlNumber += 1;
  }

  private answer(method: string, path: string, body: Body, headers: Headers): Response {
    const [, , , , uuid = "", rest] = path.split("/");
    if (uuid === "") return this.create(body, headers.get("idempotency-key") ?? "");
    const document = this.documents.get(uuid);
    if (!document) return problem(404, "staged-document-not-found");
    if (rest === "upload-url") return this.renew(document);
    if (method === "DELETE") return this.cancel(document);
    return this.report(document, body);
  }

  private create(body: Body, key: string): Response {
    this.keys.push(key);
    const known = this.documents.get(this.byKey.get(key) ?? "");
    const document = known ?? {
      uuid: `uuid-${this.documents.size + 1}`,
      name: body.name,
      folder: body.folder,
      status: STATUS.waitingForUpload,
      isUploaded: false,
      failure: null,
      urlNumber: 1,
    };
    this.documents.set(document.uuid, document);
    this.byKey.set(key, document.uuid);
    return Response.json(awaited(document), { status: 201 });
  }

  private renew(document: FakeDocument): Response {
    if (document.status !== STATUS.waitingForUpload) return problem(409, "upload-not-awaited");
    document.urlNumber += 1;
    return Response.json(awaited(document));
  }

  private cancel(document: FakeDocument): Response {
    const { status } = document;
    if (status === STATUS.uploadFailed) return problem(409, "invalid-transition");
    document.status = status === STATUS.waitingForUpload ? STATUS.uploadFailed : STATUS.deleted;
    document.failure = { code: "cancelled", message: "It was cancelled." };
    return Response.json(document);
  }

  private report(document: FakeDocument, { status, failure }: Body): Response {
    const isRepeat = LIFECYCLE.repeats.some(
      (repeat) => repeat.report === status && repeat.at.includes(document.status),
    );
    if (isRepeat) return Response.json(document);
    if (document.status !== STATUS.waitingForUpload) return problem(409, "invalid-transition");
    if (status === STATUS.uploadSuccessful && !document.isUploaded) {
      return problem(409, "file-not-uploaded");
    }
    document.status = status;
    document.failure = failure ?? null;
    return Response.json(document);
  }
}

interface Body {
  readonly name: string;
  readonly folder: string | null;
  readonly status: Status;
  readonly failure?: { code: string; message: string };
}

const awaited = (document: FakeDocument) => ({
  document,
  uploadSignedUrl: `http://store.test/${document.uuid}?${document.urlNumber}`,
});

/** Returns an error response of the API. */
export function problem(
  status: number,
  code: ErrorCode,
  headers: Record<string, string> = {},
): Response {
  const body = { status, code, detail: `It is ${code}.`, requestId: "req-1", errors: [] };
  return Response.json(body, { status, headers });
}

/** Holds transfers until they are released. */
export function held(cockpit: FakeCockpit) {
  const open: (() => void)[] = [];
  cockpit.putMishap = () => new Promise((resolve) => open.push(resolve));
  return {
    open,
    go: () => {
      cockpit.putMishap = () => undefined;
      for (const one of open) one();
    },
  };
}
