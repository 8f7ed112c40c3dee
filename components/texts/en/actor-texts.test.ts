import { expect, test } from "vitest";
import { actorText } from "./actor-texts";

test("an actor is described in words, even if their name is no longer known", () => {
  const texts = [
    { actor: "reviewer:019cbc00-0000-7000-8000-0000000000dd", name: "Ada" },
    { actor: "api-key:019cbc00-0000-7000-8000-0000000000dd", name: "warehouse" },
    { actor: "administrator:019cbc00-0000-7000-8000-0000000000dd", name: null },
    { actor: "api-key:019cbc00-0000-7000-8000-0000000000dd", name: null },
    { actor: "command", name: null },
  ].map(actorText);
  expect(texts).toEqual([
    "Ada",
    "API key “warehouse”",
    "A person without an account",
    "A removed API key",
    "An operator, with a command",
  ]);
});
