import { TOTP } from "otpauth";
import { expect } from "vitest";
import { newApiKey } from "@/lib/http/accounts/api-key-schemas";
import { ownSessions, secondFactorSetUp } from "@/lib/http/accounts/cockpit-schemas";
import { bulkWorkState } from "@/lib/http/documents/bulk-schemas";
import type { AuditAction } from "@/lib/kernel/rules/audit";
import type { NotificationsUnderTest } from "./notifications.fixture";
import { makeUser, openBrowser, PASSWORD } from "./sign-in.fixture";
import { signInForTest } from "./signed-in.fixture";

/** A user and the browser in which they make calls. */
export interface Caller {
  readonly user: { readonly id: string };
  readonly headers: { readonly cookie: string };
}

/** Values that exist only after `arrange` has run. */
export interface Arranged {
  /** The value that replaces the brackets in the path. */
  readonly id?: string;
  /** The caller, if it is not the administrator. */
  readonly by?: Caller;
  readonly body?: unknown;
}

/** A call that is audited. */
export interface AuditedCall {
  /** Prepares the data that the call needs. */
  readonly arrange?: () => Promise<Arranged>;
  readonly body?: unknown;
  readonly action: AuditAction;
  /** Set if the response contains a secret that is shown only once. */
  readonly showsSecret?: true;
}

const PERIOD = {
  createdFrom: "2020-01-01T00:00:00Z",
  createdTo: "2100-01-01T00:00:00Z",
  state: "delivered",
  dryRun: false,
};
const URL_BODY = { url: "https://dms.example.com/?token=hunter2" };
const ASSET = { name: "Hof", description: "Bern" };
const API_KEY = { name: "warehouse", scopes: ["documents:read"] };
const FACTOR = "/api/cockpit/account/second-factor";

/** Returns every audited call that changes something, by method and path. */
export function auditedCalls(under: NotificationsUnderTest): Readonly<Record<string, AuditedCall>> {
  const things = arrangeThings(under);
  const people = arrangePeople(under);
  return {
    ...webhookCalls("/api/cockpit/webhook", "PUT"),
    ...webhookCalls("/external-api/external-dms-configuration", "POST"),
    "POST /api/cockpit/webhook/tests": { action: "webhook-tested" },
    "POST /external-api/notifications/tests": { action: "webhook-tested" },
    ...resendCalls("/api/cockpit/notifications", things.delivered),
    ...resendCalls("/external-api/notifications", things.delivered),
    ...documentCalls(things),
    ...userCalls(people),
    ...accountCalls(people),
  };
}

type Calls = Readonly<Record<string, AuditedCall>>;
type Arrange = () => Promise<Arranged>;

const webhookCalls = (path: string, setting: "PUT" | "POST"): Calls => ({
  [`${setting} ${path}`]: { body: URL_BODY, action: "webhook-url-changed" },
  [`DELETE ${path}`]: { action: "webhook-url-changed" },
  [`POST ${path}/secret-rotations`]: { action: "webhook-secret-rotated", showsSecret: true },
});

const resendCalls = (path: string, arrange: Arrange): Calls => ({
  [`POST ${path}/resends`]: { arrange, body: PERIOD, action: "notifications-resent" },
  [`POST ${path}/[id]/resend`]: { arrange, action: "notification-resent" },
});

const documentCalls = ({
  asset,
  approved,
  importer,
  selection,
}: ReturnType<typeof arrangeThings>): Calls => ({
  "POST /api/cockpit/bulk-work/[id]/start": {
    arrange: selection,
    body: { action: "process-again" },
    action: "bulk-work-started",
  },
  "POST /api/cockpit/assets": {
    body: { ...ASSET, identifier: "BLD-77" },
    action: "asset-created",
  },
  "POST /api/cockpit/assets/imports": {
    arrange: async () => ({ by: await importer(), body: "identifier,name\nBLD-79,Hof\n" }),
    action: "assets-imported",
  },
  "PUT /api/cockpit/assets/[id]": { arrange: asset, body: ASSET, action: "asset-changed" },
  "PUT /api/cockpit/assets/[id]/archive": {
    arrange: asset,
    body: { archived: true },
    action: "asset-archived",
  },
  "POST /external-api/assets": {
    body: { identifier: "BLD-78", name: "Hof" },
    action: "asset-created",
  },
  "PATCH /external-api/assets": {
    arrange: async () => {
      const { id, identifier } = await asset();
      return { id, body: { identifier, name: "Hof" } };
    },
    action: "asset-changed",
  },
  "POST /api/cockpit/documents/[uuid]/content-erasure": {
    arrange: approved,
    action: "document-content-erased",
  },
  "POST /external-api/staged-documents/[uuid]/content-erasure": {
    arrange: approved,
    action: "document-content-erased",
  },
  "PUT /external-api/document-classes/[documentClass]": {
    arrange: async () => ({ id: "own-class" }),
    body: { isActive: true, labels: { en: "Own", de: "Eigene" } },
    action: "document-class-changed",
  },
});

const userCalls = (people: ReturnType<typeof arrangePeople>): Calls => {
  const { apiKey: key, reader, withPassword, withFactor } = people;
  return {
    "POST /api/cockpit/api-keys": { body: API_KEY, action: "api-key-created", showsSecret: true },
    "POST /api/cockpit/api-keys/[id]/rotate": {
      arrange: key,
      body: { overlap: "1h" },
      action: "api-key-rotated",
      showsSecret: true,
    },
    "POST /api/cockpit/api-keys/[id]/revoke": { arrange: key, action: "api-key-revoked" },
    "POST /api/cockpit/users": {
      body: { email: "eve@example.com", name: "Eve", role: "reader" },
      action: "user-invited",
      showsSecret: true,
    },
    "PUT /api/cockpit/users/[id]/active": {
      arrange: reader,
      body: { active: false },
      action: "user-deactivated",
    },
    "PUT /api/cockpit/users/[id]/name": {
      arrange: reader,
      body: { name: "Zoë" },
      action: "user-renamed",
    },
    "PUT /api/cockpit/users/[id]/role": {
      arrange: reader,
      body: { role: "reviewer" },
      action: "user-role-changed",
    },
    "DELETE /api/cockpit/users/[id]/sessions": { arrange: reader, action: "sessions-ended" },
    "POST /api/cockpit/users/[id]/password-links": {
      arrange: async () => ({ id: (await withPassword()).id }),
      action: "password-reset-link-created",
      showsSecret: true,
    },
    "DELETE /api/cockpit/users/[id]/second-factor": {
      arrange: async () => ({ id: (await withFactor()).by?.user.id ?? "" }),
      action: "second-factor-removed",
    },
  };
};

const accountCalls = (people: ReturnType<typeof arrangePeople>): Calls => ({
  "POST /api/cockpit/account/password": {
    arrange: people.withPassword,
    body: { currentPassword: PASSWORD, newPassword: "another horse battery" },
    action: "password-changed",
  },
  [`PUT ${FACTOR}`]: {
    arrange: people.settingUp,
    action: "second-factor-added",
    showsSecret: true,
  },
  [`POST ${FACTOR}/recovery-codes`]: {
    arrange: people.withFactor,
    action: "recovery-codes-created",
    showsSecret: true,
  },
  [`POST ${FACTOR}/removal`]: { arrange: people.withFactor, action: "second-factor-removed" },
  "DELETE /api/cockpit/account/sessions": {
    arrange: people.withTwoSessions,
    action: "sessions-ended",
  },
  "DELETE /api/cockpit/account/sessions/[id]": {
    arrange: people.withTwoSessions,
    action: "sessions-ended",
  },
});

const arrangeThings = (under: NotificationsUnderTest) => ({
  asset: async () => {
    const { container, call } = under.api;
    const identifier = container.ports.ids.uuid();
    const { headers } = await signInForTest(container);
    const body = { identifier, name: "Haus", description: "" };
    const answer = await call("POST", "/api/cockpit/assets", { key: null, headers, body });
    expect(answer.status).toBe(201);
    const { id } = await container.database.prisma.asset.findFirstOrThrow({
      where: { identifier },
    });
    return { id, identifier };
  },
  /** Sends a file instead of JSON. */
  importer: async () => {
    const { user, headers } = await signInForTest(under.api.container);
    return { user, headers: { ...headers, "content-type": "text/csv" } };
  },
  /** Work without documents, because starting it is audited in any case. */
  selection: async () => {
    const by = await signInForTest(under.api.container);
    const options = { key: null, headers: by.headers };
    const { body } = await under.api.call("POST", "/api/cockpit/bulk-work", options);
    return { by, id: bulkWorkState.parse(body).id };
  },
  delivered: async () => {
    const { id } = await under.tell();
    await under.attempt(id);
    return { id };
  },
  approved: async () => {
    const { uuid, uploadSignedUrl } = await under.api.create();
    await fetch(uploadSignedUrl, { method: "PUT", body: "the content" });
    const path = `/external-api/staged-documents/${uuid}`;
    for (const status of [2, 5]) await under.api.call("PUT", path, { body: { status } });
    return { id: uuid };
  },
});

const arrangePeople = ({ api }: NotificationsUnderTest) => {
  const signedIn = async () => {
    const user = await makeUser(api);
    const browser = openBrowser(api);
    await browser.signIn(user.email);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { browser, by: { user, headers: { cookie } }, email: user.email };
  };
  const settingUp = async () => {
    const { browser, by } = await signedIn();
    const { secret } = secondFactorSetUp.parse((await browser.call("POST", FACTOR)).body);
    const proofAt = (timestamp: number) => ({
      currentPassword: PASSWORD,
      code: new TOTP({ secret }).generate({ timestamp }),
    });
    return { browser, by, body: proofAt(Date.now()), later: proofAt(Date.now() + 30_000) };
  };
  return {
    settingUp,
    /** Uses the next code of the authenticator app, because the current one has been used up. */
    withFactor: async (): Promise<Arranged> => {
      const { browser, by, body, later } = await settingUp();
      expect((await browser.call("PUT", FACTOR, { body })).status).toBe(200);
      return { by, body: later };
    },
    withPassword: async () => {
      const { by } = await signedIn();
      return { by, id: by.user.id };
    },
    withTwoSessions: async () => {
      const { browser, by, email } = await signedIn();
      await openBrowser(api).signIn(email);
      const { body } = await browser.call("GET", "/api/cockpit/account/sessions");
      const other = ownSessions.parse(body).items.find(({ isThis }) => !isThis);
      return { by, id: other?.id ?? "" };
    },
    reader: async () => ({ id: (await signInForTest(api.container, "reader")).user.id }),
    apiKey: async () => {
      const { headers } = await signInForTest(api.container);
      const options = { key: null, headers, body: API_KEY };
      const { body } = await api.call("POST", "/api/cockpit/api-keys", options);
      return { id: newApiKey.parse(body).row.id };
    },
  };
};
