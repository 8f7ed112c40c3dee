import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { OTHER_SECRET, signNotification } from "./notification.fixture";
import {
  createRecipeDirectory,
  inboxOf,
  RECIPES,
  readInbox,
  signLikeTheProduct,
  startRecipe,
  untilDone,
  uuidOf,
  worked,
} from "./recipe.fixture";

describe.each(RECIPES)("the receiver in $title", (recipe) => {
  test.skipIf(recipe.skipped)(
    `stores signed notifications, responds with 200 and then processes them, and rejects others${recipe.skipped}`,
    async () => {
      const directory = await createRecipeDirectory();
      const { send, call, untilPrinted } = await startRecipe(recipe, directory);
      const notification = signLikeTheProduct(1);
      expect((await send(notification)).status).toBe(200);
      expect((await send({ ...notification, body: `${notification.body} ` })).status).toBe(401);
      expect((await send(signNotification({ secret: OTHER_SECRET }))).status).toBe(401);
      expect((await call("GET", "/")).status).toBeGreaterThan(404);
      await untilPrinted(worked(1));
      await untilDone(directory, 1);
      expect(await readInbox(directory)).toEqual([
        { id: "msg_1", items: JSON.parse(notification.body) },
        { done: "msg_1" },
      ]);
    },
  );

  test.skipIf(recipe.skipped)(
    `verifies a test notification, responds with 200 and does nothing${recipe.skipped}`,
    async () => {
      const directory = await createRecipeDirectory();
      const { send, untilPrinted } = await startRecipe(recipe, directory);
      const testHeader = { "x-stagedoor-test": "1" };
      const notification = signLikeTheProduct(1, testHeader);
      expect((await send(notification)).status).toBe(200);
      expect((await send({ ...notification, body: `${notification.body} ` })).status).toBe(401);
      expect((await send(signLikeTheProduct(2))).status).toBe(200);
      await untilPrinted(worked(2));
      expect(await readInbox(directory)).not.toContainEqual(
        expect.objectContaining({ id: "msg_1" }),
      );
    },
  );

  test.skipIf(recipe.skipped)(
    `responds to a repeat with 200 and processes it once, even after a restart${recipe.skipped}`,
    async () => {
      const directory = await createRecipeDirectory();
      const first = await startRecipe(recipe, directory);
      expect((await first.send(signLikeTheProduct(1))).status).toBe(200);
      expect((await first.send(signLikeTheProduct(1))).status).toBe(200);
      await untilDone(directory, 1);
      expect(first.lines()).toEqual([worked(1)]);
      await first.kill();
      const second = await startRecipe(recipe, directory);
      expect((await second.send(signLikeTheProduct(1))).status).toBe(200);
      expect((await second.send(signLikeTheProduct(2))).status).toBe(200);
      await second.untilPrinted(worked(2));
    },
  );
});

describe.each(RECIPES)("the receiver in $title, as a worker,", (recipe) => {
  test.skipIf(recipe.skipped)(
    `responds while it is working, keeps the order, and after a kill finishes the remaining work in order${recipe.skipped}`,
    async () => {
      const directory = await createRecipeDirectory();
      const first = await startRecipe(recipe, directory, recipe.hanging);
      expect((await first.send(signLikeTheProduct(1))).status).toBe(200);
      await first.untilPrinted(`began ${uuidOf(1)}`);
      for (const n of [2, 3]) expect((await first.send(signLikeTheProduct(n))).status).toBe(200);
      expect((await first.send(signLikeTheProduct(3))).status).toBe(200);
      expect(first.lines()).toEqual([`began ${uuidOf(1)}`]);
      await first.kill();

      const second = await startRecipe(recipe, directory);
      await second.untilPrinted(worked(1), worked(2), worked(3));
      await untilDone(directory, 3);
      await second.kill();

      const third = await startRecipe(recipe, directory);
      expect((await third.send(signLikeTheProduct(4))).status).toBe(200);
      await third.untilPrinted(worked(4));
    },
  );

  test.skipIf(recipe.skipped)(
    `retries failed work before it starts later work${recipe.skipped}`,
    async () => {
      const directory = await createRecipeDirectory();
      const { send, untilPrinted } = await startRecipe(
        recipe,
        directory,
        recipe.failingOnce,
        recipe.pause,
      );
      for (const n of [1, 2]) expect((await send(signLikeTheProduct(n))).status).toBe(200);
      const failed = expect.stringMatching(/^msg_1 failed and will be retried: .*once$/);
      await untilPrinted(failed, worked(1), worked(2));
    },
  );

  test.skipIf(recipe.skipped)(
    `starts with a truncated last line, and keeps all other lines${recipe.skipped}`,
    async () => {
      const directory = await createRecipeDirectory();
      const items = JSON.parse(signLikeTheProduct(1).body);
      await writeFile(
        inboxOf(directory),
        `\n${JSON.stringify({ id: "msg_1", items })}\n{"id":"msg_2","ite`,
      );
      const first = await startRecipe(recipe, directory);
      await first.untilPrinted(worked(1));
      expect((await first.send(signLikeTheProduct(2))).status).toBe(200);
      await untilDone(directory, 2);
      expect(first.lines()).toEqual([worked(1), worked(2)]);
      await first.kill();
      const second = await startRecipe(recipe, directory);
      for (const n of [1, 2, 3])
        expect((await second.send(signLikeTheProduct(n))).status).toBe(200);
      await second.untilPrinted(worked(3));
    },
  );
});
