import { expect, test } from "vitest";
import { takeFiles } from "./use-pasted-files";

const pasteOf = (...types: string[]) => {
  const clipboardData = { types } as unknown as DataTransfer;
  const event = {
    clipboardData,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
};
const within = (isDialog: boolean) => ({ closest: () => (isDialog ? ({} as Element) : null) });

test("files in the clipboard are accepted once", () => {
  const paste = pasteOf("Files");

  expect(takeFiles(paste, within(false))).toBe(paste.clipboardData);
  expect(takeFiles(paste, within(false))).toBeNull();
});

test("pasted text goes to the focused element, and a paste into a dialog stays there", () => {
  const pastes = [pasteOf("text/plain"), pasteOf("Files")] as const;

  expect(takeFiles(pastes[0], null)).toBeNull();
  expect(takeFiles(pastes[1], within(true))).toBeNull();
  expect(pastes.some(({ defaultPrevented }) => defaultPrevented)).toBe(false);
});
