import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { PAGES } from "@/app/pages";
import { unzip } from "@/components/documents/zip/unzip.fixture";
import { COCKPIT_TEXTS, TILE_TEXTS, UNASSIGNED_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_LIST_TEXTS } from "@/components/texts/en/document-list-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { REVIEW_TEXTS } from "@/components/texts/en/review-texts";
import { ROLE_TEXTS } from "@/components/texts/en/role-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { ZIP_TEXTS } from "@/components/texts/en/zip-texts";
import { includesRole, ROLES, type Role } from "@/lib/kernel/rules/actor";
import { arrangeScenario, type Scenario } from "../arrange-scenario";
import { test as base, HANGS_AFTER_MS, noteFaults, type Session } from "../browser-test";
import { documentRow, dropOn, openAsset, openCockpit, tileOf } from "../cockpit/cockpit-page";
import { faultsOf } from "../page-faults";
import { button, chooseReason, shoot } from "../page-parts";
import type { Product } from "../product";
import { createUser, signIn } from "./sign-in-page";

interface OfWorker {
  readonly scenario: Scenario;
  /** The cookies of one user per role. */
  readonly sessions: Readonly<Record<Role, Session>>;
}

/** Opens a page in a browser in which a user with this role is signed in. */
type OpenAs = (role: Role) => Promise<Page>;

const test = base.extend<{ openAs: OpenAs }, OfWorker>({
  scenario: [
    async ({ browser, product, session }, use) => {
      const options = { baseURL: product.url, storageState: session };
      const page = await (await browser.newContext(options)).newPage();
      await use(await arrangeScenario(page, product));
      await page.context().close();
    },
    { scope: "worker", timeout: HANGS_AFTER_MS },
  ],
  sessions: [
    async ({ browser, product, session }, use) => {
      const reviewer = await sessionOf(browser, product, "reviewer");
      const reader = await sessionOf(browser, product, "reader");
      await use({ administrator: session, reviewer, reader });
    },
    { scope: "worker", timeout: HANGS_AFTER_MS },
  ],
  openAs: async ({ browser, product, sessions }, use) => {
    const opened: { page: Page; faults: string[] }[] = [];
    await use(async (role) => {
      const options = { baseURL: product.url, storageState: sessions[role] };
      const page = await (await browser.newContext(options)).newPage();
      opened.push({ page, faults: noteFaults(page) });
      return page;
    });
    for (const { page } of opened) await page.context().close();
    expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
  },
});

async function sessionOf(browser: Browser, product: Product, role: Role): Promise<Session> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, await createUser(product, role, role));
  await page.waitForURL("**/cockpit");
  const session = await context.storageState();
  await context.close();
  return session;
}

const ASSET_NAME = "Lindenhof office building";
const FILE = { name: "lease.pdf", text: "A lease." };

/** Example addresses for pages that need a valid identifier or code. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "/cockpit/asset": "/cockpit/asset?identifier=BLD-0001",
  "/docs/problems/[code]": "/docs/problems/file-changed",
};
/** Returns the address of a page: its example address, or its path with random ids that do not exist. */
const address = (page: string) => ADDRESSES[page] ?? page.replace(/\[\w+\]/g, randomUUID());

async function open(request: APIRequestContext, page: string) {
  const answer = await request.get(address(page), { headers: { accept: "text/html" } });
  return {
    status: answer.status(),
    path: new URL(answer.url()).pathname,
    text: await answer.text(),
  };
}

for (const role of ROLES) {
  test(`a user with the role ${role} can open only the pages for that role`, async ({
    openAs,
    scenario,
  }) => {
    expect(scenario.assetIdentifier).toBe("BLD-0001");
    const { request } = await openAs(role);
    for (const [page, { role: needed }] of Object.entries(PAGES)) {
      const { status, text } = await open(request, page);
      if (needed && !includesRole(role, needed)) {
        expect(status, page).toBe(403);
        expect(text).toContain(ROLE_TEXTS.missing.needs(needed, role));
        expect(text).toContain(SHELL_TEXTS.accountMenu(role));
      } else {
        expect(status, page).toBe(/\[id|\[uuid/.test(page) ? 404 : 200);
      }
    }
  });
}

test("every page that needs a session redirects to sign-in", async ({ page: { request } }) => {
  for (const [page, { role: needed }] of Object.entries(PAGES)) {
    const { status, path } = await open(request, page);
    expect(status, page).toBe(200);
    // The start page redirects to the cockpit.
    expect(path === "/login", page).toBe(needed !== null || page === "/" || page === "/login");
  }
});

const buttons = (page: Page, ...names: (string | RegExp)[]) =>
  names.map((name) => page.getByRole("button", { name, exact: true }));

test("a reader sees and downloads everything, and can change nothing", async ({
  openAs,
  scenario,
}, info) => {
  const page = await openAs("reader");
  // A test cannot choose a place in the dialog of the browser.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  await openCockpit(page);
  await expect(tileOf(page, ASSET_NAME)).toBeVisible();
  const links = page
    .getByRole("navigation", { name: SHELL_TEXTS.mainNavigation })
    .getByRole("link");
  await expect(links).toHaveText([SHELL_TEXTS.cockpit, DOCUMENT_LIST_TEXTS.title]);
  await expect(page.getByText(ROLE_TEXTS.unassignedHelp)).toBeVisible();
  const changes = buttons(
    page,
    COCKPIT_TEXTS.newAsset,
    TILE_TEXTS.uploadTo(ASSET_NAME),
    TILE_TEXTS.moreFor(ASSET_NAME),
    UNASSIGNED_TEXTS.createFor(scenario.unassignedIdentifier),
  );
  for (const change of changes) await expect(change).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("reader-cockpit.png"));

  await openAsset(page, scenario.assetIdentifier);
  await expect(page.getByText(ROLE_TEXTS.readerHint)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Download / }).first()).toBeVisible();
  for (const change of buttons(
    page,
    DOCUMENT_TEXTS.uploadFiles,
    DOCUMENT_TEXTS.uploadFolder,
    TILE_TEXTS.edit,
    /^Delete /,
    /^Cancel /,
  ))
    await expect(change).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("reader-documents.png"));
  await button(page, ZIP_TEXTS.open).click();
  await expect(page.getByRole("dialog")).toContainText(ZIP_TEXTS.leftOut(2));
  const downloading = page.waitForEvent("download");
  await button(page, ZIP_TEXTS.start).click();
  await expect(page.getByRole("dialog")).toContainText(ZIP_TEXTS.done(6));
  const zip = await readFile(await (await downloading).path());
  expect(Object.keys(await unzip(zip))).toContain("BLD-0001/Energy certificate.pdf");

  await openAsset(page, scenario.emptyAssetIdentifier);
  await expect(page.getByText(ROLE_TEXTS.noDocumentsHelp)).toBeVisible();
  await openAsset(page, scenario.unassignedIdentifier);
  await expect(page.getByText(ROLE_TEXTS.unassignedPlace)).toBeVisible();
});

test("files that a reader drops are not uploaded, and the page says why", async ({
  openAs,
  scenario,
}) => {
  const page = await openAs("reader");
  const { title, help } = ROLE_TEXTS.noUploads;
  const isSaid = () =>
    expect(page.getByRole("alert").filter({ hasText: title })).toContainText(help);
  await openCockpit(page);
  await dropOn(tileOf(page, ASSET_NAME), [FILE]);
  await isSaid();
  await openAsset(page, scenario.emptyAssetIdentifier);
  await dropOn(page.getByRole("main"), [FILE]);
  await isSaid();
  await expect(page.getByText(ROLE_TEXTS.noDocumentsHelp)).toBeVisible();
});

test("a reviewer uploads and deletes documents, but cannot change assets", async ({
  openAs,
  scenario,
}, info) => {
  const page = await openAs("reviewer");
  await openCockpit(page);
  const links = page
    .getByRole("navigation", { name: SHELL_TEXTS.mainNavigation })
    .getByRole("link");
  await expect(links).toHaveText([
    SHELL_TEXTS.cockpit,
    DOCUMENT_LIST_TEXTS.title,
    REVIEW_TEXTS.title,
  ]);
  for (const change of buttons(
    page,
    COCKPIT_TEXTS.newAsset,
    UNASSIGNED_TEXTS.createFor(scenario.unassignedIdentifier),
  ))
    await expect(change).toHaveCount(0);
  await page.getByRole("button", { name: TILE_TEXTS.moreFor(ASSET_NAME), exact: true }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    TILE_TEXTS.uploadFiles,
    TILE_TEXTS.uploadFolder,
  ]);
  await shoot(page, info.outputPath("reviewer-menu.png"));
  await page.keyboard.press("Escape");

  await openAsset(page, scenario.emptyAssetIdentifier);
  await expect(page.getByRole("button", { name: TILE_TEXTS.edit, exact: true })).toHaveCount(0);
  await dropOn(page.getByRole("main"), [FILE]);
  await expect(documentRow(page, FILE.name).getByText("Uploaded")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const remove = page.getByRole("button", { name: DOCUMENT_TEXTS.removeOf(FILE.name) });
  await chooseReason(page, remove, "duplicate");
  await expect(page.getByText(DOCUMENT_TEXTS.removed(FILE.name))).toBeVisible();
});

test("a page that needs a different role names that role and offers a way back", async ({
  openAs,
}, info) => {
  const page = await openAs("reviewer");
  expect((await page.goto("/administration/external-dms"))?.status()).toBe(403);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(ROLE_TEXTS.missing.title);
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("missing-role.png"));
  await page.getByRole("main").getByRole("link").click();
  await expect(heading).toHaveText(COCKPIT_TEXTS.title);
});

test("the administration has a link to each of its pages", async ({ openAs }, info) => {
  const page = await openAs("administrator");
  await openCockpit(page);
  await page.getByRole("link", { name: SHELL_TEXTS.administration, exact: true }).click();
  const links = page
    .getByRole("navigation", { name: SHELL_TEXTS.administration })
    .getByRole("link");
  await expect(links).toHaveCount(4);
  for (const link of await links.all()) {
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      (await link.textContent()) ?? "",
    );
  }
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("administration.png"));
});
