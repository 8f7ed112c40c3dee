import { expect, type Request } from "@playwright/test";
import { CORRECTION_TEXTS } from "@/components/texts/en/correction-texts";
import { DELETION_TEXTS } from "@/components/texts/en/deletion-texts";
import { REVIEW_TEXTS } from "@/components/texts/en/review-texts";
import { createUser, openAs } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { button, dialogOf } from "../page-parts";
import { openQueue, startReview, untilShown } from "./review-tools";

const statusOf = async (client: { get(uuid: string): Promise<{ status: number }> }, uuid = "") =>
  (await client.get(uuid)).status;

test("thirty documents are reviewed without the mouse, with one key each", async ({
  adminPage: page,
  product,
}) => {
  test.slow();
  const { client, uuids } = await startReview(page, product, 30);
  for (const [index] of uuids.entries()) {
    await untilShown(page, `Invoice ${index + 1}.pdf`);
    await page.keyboard.press("a");
  }
  await expect(page.getByText(REVIEW_TEXTS.emptyTitle)).toBeVisible();
  await expect
    .poll(async () => Promise.all(uuids.map((uuid) => statusOf(client, uuid))))
    .toEqual(uuids.map(() => 5));
});

test("a decision is undone before it is sent, and the document is on the screen again", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuids } = await startReview(page, product, 2);
  await page.keyboard.press("a");
  await untilShown(page, "Invoice 2.pdf");
  await page.keyboard.press("u");
  await untilShown(page, "Invoice 1.pdf");
  await page.keyboard.press("s");
  await untilShown(page, "Invoice 2.pdf");
  await page.keyboard.press("a");
  await expect.poll(() => statusOf(client, uuids[1])).toBe(5);
  expect(await statusOf(client, uuids[0])).toBe(4);
});

test("a document is deleted with a reason from the keyboard", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuids } = await startReview(page, product, 1);
  await page.keyboard.press("d");
  const duplicate = DELETION_TEXTS.choices.find(({ reason }) => reason === "duplicate");
  await page.getByRole("button", { name: duplicate?.label ?? "", exact: true }).press("Enter");
  await expect.poll(() => statusOf(client, uuids[0])).toBe(8);
  expect((await client.get(uuids[0] ?? "")).deletion).toMatchObject({ reason: "duplicate" });
});

test("doubtful values are accepted, edited or taken from the preview with one key each", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuids } = await startReview(page, product, 2);
  await page.keyboard.press("y");
  await expect(button(page, CORRECTION_TEXTS.editField("Total amount"))).toBeFocused();
  await expect(page.getByText(CORRECTION_TEXTS.foldedFields(4, true))).toBeVisible();
  await page.keyboard.press("e");
  await page.getByLabel("Total amount", { exact: true }).fill("1850.00");
  await page.keyboard.press("Enter");
  await expect(button(page, CORRECTION_TEXTS.editField("Total amount"))).toBeFocused();
  await page.keyboard.press("a");

  await untilShown(page, "Invoice 2.pdf");
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await expect(button(page, CORRECTION_TEXTS.editField("Total amount"))).toBeFocused();
  // The focus goes to the preview, but the keys still mean the field.
  await page.getByRole("article").getByText("Total due GBP 1,800.00").click({ clickCount: 3 });
  await page.keyboard.press("t");
  const amount = page.getByLabel("Total amount", { exact: true });
  await expect(amount).toHaveValue("1800.00");
  await expect(amount).toBeFocused();
  await amount.fill("1900.00");
  await page.keyboard.press("Enter");
  await expect(button(page, CORRECTION_TEXTS.editField("Total amount"))).toBeFocused();
  // A value that is not saved yet has nothing to accept.
  await page.keyboard.press("y");
  await expect(button(page, CORRECTION_TEXTS.addField("Due date"))).toBeFocused();
  await expect(button(page, CORRECTION_TEXTS.editField("Issuer"))).toBeVisible();
  await page.keyboard.press("a");

  const fieldsOf = async (uuid = "") => (await client.get(uuid)).classification?.fields;
  await expect
    .poll(() => fieldsOf(uuids[1]))
    .toMatchObject([
      { name: "issuer", value: "Harbour Electrical Ltd", method: "label" },
      {},
      {},
      { name: "totalAmount", value: "1900.00", method: "person" },
      {},
    ]);
  expect(await fieldsOf(uuids[0])).toMatchObject([
    { name: "issuer", value: "Harbour Electrical Ltd", method: "label" },
    {},
    {},
    { name: "totalAmount", value: "1850.00", method: "person" },
    {},
  ]);
});

test("a document can be passed over, returned to, and given again", async ({
  adminPage: page,
  product,
}) => {
  await startReview(page, product, 2);
  await page.keyboard.press("j");
  await untilShown(page, "Invoice 2.pdf");
  await page.keyboard.press("k");
  await untilShown(page, "Invoice 1.pdf");
  await page.keyboard.press("j");
  await untilShown(page, "Invoice 2.pdf");
  await page.keyboard.press("j");
  await page.getByRole("button", { name: REVIEW_TEXTS.startOver }).click();
  await untilShown(page, "Invoice 1.pdf");
});

test("a decision is sent at once when the tab is closed", async ({ adminPage: page, product }) => {
  const { client, uuids } = await startReview(page, product, 1);
  await page.keyboard.press("a");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => statusOf(client, uuids[0])).toBe(5);
});

test("without a network, a decision comes back with the reason, and one whose response was lost does not", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuids } = await startReview(page, product, 3);
  await expect(page.getByRole("article", { includeHidden: true })).toHaveCount(2);
  await page.context().setOffline(true);
  const failed = page.waitForEvent("requestfailed", (request) => request.method() === "PUT");
  await page.keyboard.press("a");
  await untilShown(page, "Invoice 2.pdf");
  await failed;
  await untilShown(page, "Invoice 2.pdf");
  await page.keyboard.press("j");
  await untilShown(page, "Invoice 1.pdf");
  await expect(page.getByText(REVIEW_TEXTS.cameBack)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(REVIEW_TEXTS.failed.approve("Invoice 1.pdf")).first()).toBeVisible();
  await page.keyboard.press("a");

  await untilShown(page, "Invoice 3.pdf");
  const path = `/api/cockpit/documents/${uuids[2]}`;
  const isApproval = (request: Request) =>
    request.method() === "PUT" && request.url().endsWith(path);
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost || !isApproval(route.request())) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const answering = page.waitForResponse((response) => isApproval(response.request()));
  await page.keyboard.press("a");
  expect((await answering).status()).toBe(200);
  await expect
    .poll(async () => Promise.all(uuids.map((uuid) => statusOf(client, uuid))))
    .toEqual([5, 4, 5]);
});

test("two reviewers are given different documents, and one can take over from the other", async ({
  adminPage: page,
  product,
  browser,
}) => {
  const { assetIdentifier, uuids } = await startReview(page, product, 4);
  // The second document is loaded ahead, and held too.
  await expect(page.getByRole("article", { includeHidden: true })).toHaveCount(2);
  const reviewer = await createUser(product, "second-in-the-queue", "reviewer");
  const other = await openAs(browser, product, reviewer);
  await openQueue(other, assetIdentifier);
  await untilShown(other, "Invoice 3.pdf");

  const takenOver = await other.request.put(`/api/cockpit/documents/${uuids[0]}/claim`, {
    data: { takesOver: true },
  });
  expect(await takenOver.json()).toMatchObject({ isOwn: true });
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(page.getByText(REVIEW_TEXTS.claimedBy("second-in-the-queue"))).toBeVisible();
  await page.getByRole("button", { name: REVIEW_TEXTS.takeOver }).click();
  await expect(page.getByText(REVIEW_TEXTS.claimedBy("second-in-the-queue"))).toBeHidden();
  await other.context().close();
});

test("the shortcuts are listed, and keys do nothing while text is being typed", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuids } = await startReview(page, product, 1);
  await page.keyboard.press("?");
  await expect(dialogOf(page)).toContainText(REVIEW_TEXTS.keys.approve);
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press("d");
  await page.getByLabel(DELETION_TEXTS.note).pressSequentially("asp");
  await page.keyboard.press("Escape");
  await untilShown(page, "Invoice 1.pdf");
  expect(await statusOf(client, uuids[0])).toBe(4);
});
