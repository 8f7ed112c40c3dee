import { expect, it } from "vitest";
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

it("files in the clipboard are taken once", () => {
  const paste = pasteOf("Files");

  expect(takeFiles(paste, within(false))).toBe(paste.clipboardData);
  expect(takeFiles(paste, within(false))).toBeNull();
});

it("text is left to whoever has the focus, and a dialog to itself", () => {
  const pastes = [pasteOf("text/plain"), pasteOf("Files")] as const;

  expect(takeFiles(pastes[0], null)).toBeNull();
  expect(takeFiles(pastes[1], within(true))).toBeNull();
  expect(pastes.some(({ defaultPrevented }) => defaultPrevented)).toBe(false);
});
