import { expect, test } from "vitest";
import { readFileList, readTransfer } from "./read-dropped-files";
import type { DroppedBatch } from "./upload-entry";

type Tree = { readonly [name: string]: Tree | File | "unreadable" };

const file = (name: string) => new File(["x"], name);
const breathe = () => Promise.resolve();

/** Creates an entry as in Chromium, which returns at most 100 entries at a time, and none once the event is over. */
function entryOf(
  name: string,
  content: Tree | File | "unreadable",
  log: string[],
): FileSystemEntry {
  if (content instanceof File || content === "unreadable") {
    const opened = (resolve: (file: File) => void, reject: (error: DOMException) => void) =>
      content instanceof File ? resolve(content) : reject(new DOMException("no"));
    return { name, isFile: true, isDirectory: false, file: opened } as unknown as FileSystemEntry;
  }
  const rest = Object.entries(content);
  const createReader = () => ({
    readEntries: (resolve: (entries: FileSystemEntry[]) => void, reject: (e: unknown) => void) => {
      log.push(name);
      if (name.startsWith("locked")) return reject(new DOMException("no"));
      resolve(rest.splice(0, 100).map(([child, inner]) => entryOf(child, inner, log)));
    },
  });
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function transferOf(tree: Tree, log: string[] = []) {
  let isOver = false;
  const items = Object.entries(tree).map(([name, content]) => ({
    kind: "file",
    webkitGetAsEntry: () => (isOver ? null : entryOf(name, content, log)),
    getAsFile: () => null,
  }));
  const transfer = { items, files: [] } as unknown as DataTransfer;
  return {
    transfer,
    endEvent: () => {
      isOver = true;
    },
  };
}

async function all(batches: AsyncIterable<DroppedBatch>) {
  const sizes: number[] = [];
  const paths: string[] = [];
  const leftOut: Record<string, string> = {};
  for await (const batch of batches) {
    sizes.push(batch.files.length);
    for (const { file: one, folder } of batch.files) paths.push(`${folder ?? "-"} | ${one.name}`);
    for (const { path, reason } of batch.leftOut) leftOut[path] = reason;
  }
  return { sizes, paths, leftOut };
}

test("a dropped folder is read with all its subfolders, even after the event, and each file keeps its folder", async () => {
  const { transfer, endEvent } = transferOf({
    "alone.pdf": file("alone.pdf"),
    mill: { "a.pdf": file("a.pdf"), plans: { "b.pdf": file("b.pdf") }, "c.pdf": file("c.pdf") },
  });
  const batches = readTransfer(transfer, breathe);
  endEvent();

  expect((await all(batches)).paths).toEqual([
    "- | alone.pdf",
    "mill | a.pdf",
    "mill | c.pdf",
    "mill/plans | b.pdf",
  ]);
});

test("a folder of 250 files is read until no more are left", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 250 }, (_, n) => [`${n}.pdf`, file(`${n}.pdf`)] as const),
  );
  const log: string[] = [];
  const { paths, leftOut } = await all(readTransfer(transferOf({ many }, log).transfer, breathe));

  expect(paths).toHaveLength(250);
  expect(leftOut).toEqual({});
  expect(log).toEqual(["many", "many", "many", "many"]);
});

test("every skipped item is listed together with the reason, and the other items are still read", async () => {
  const { transfer } = transferOf({
    mill: {
      empty: {},
      ".git": { config: file("config") },
      "locked drawer": { "never.pdf": file("never.pdf") },
      ".DS_Store": file(".DS_Store"),
      "Thumbs.db": file("Thumbs.db"),
      "~$lease.docx": file("~$lease.docx"),
      ".hidden.pdf": file(".hidden.pdf"),
      README: file("README"),
      "gone.pdf": "unreadable",
      "invoice\u202Efdp.exe": file("invoice\u202Efdp.exe"),
      "good.pdf": file("good.pdf"),
    },
  });
  const { paths, leftOut } = await all(readTransfer(transfer, breathe));

  expect(paths).toEqual(["mill | good.pdf"]);
  expect(leftOut).toEqual({
    "mill/empty": "The folder is empty.",
    "mill/.git": "Hidden files and folders are not uploaded.",
    "mill/locked drawer": expect.stringContaining("cannot be read"),
    "mill/.DS_Store": expect.stringContaining("system file, not a document"),
    "mill/Thumbs.db": expect.stringContaining("system file, not a document"),
    "mill/~$lease.docx": expect.stringContaining("system file, not a document"),
    "mill/.hidden.pdf": "Hidden files and folders are not uploaded.",
    "mill/README": expect.stringContaining("must have an extension"),
    "mill/gone.pdf": expect.stringContaining("cannot be read"),
    "mill/invoice\uFFFDfdp.exe": expect.stringContaining("change the reading direction"),
  });
});

test("a folder whose path is too long is listed and not opened", async () => {
  let tree: Tree = { "deep.pdf": file("deep.pdf") };
  for (let depth = 0; depth < 30; depth += 1) tree = { ["x".repeat(50)]: tree };
  const { paths, leftOut } = await all(readTransfer(transferOf(tree).transfer, breathe));

  expect(paths).toEqual([]);
  expect(Object.values(leftOut)).toEqual([expect.stringContaining("at most 1000 characters")]);
});

test("a pasted picture without an entry is read as a file, and pasted text is ignored", async () => {
  const items = [
    { kind: "string" },
    { kind: "file", webkitGetAsEntry: () => null, getAsFile: () => file("image.png") },
  ];
  const transfer = { items, files: [] } as unknown as DataTransfer;

  expect((await all(readTransfer(transfer, breathe))).paths).toEqual(["- | image.png"]);
});

test("names with markup, emoji or 255 characters are kept unchanged", async () => {
  const names = ["<img src=x onerror=alert(1)>.pdf", "🏠🔑.pdf", `${"ä".repeat(251)}.pdf`];
  const { paths, leftOut } = await all(readFileList(names.map(file), breathe));

  expect(paths).toEqual(names.map((name) => `- | ${name}`));
  expect(leftOut).toEqual({});
});

test("the files of a selected folder get their folders from their relative paths", async () => {
  const chosen = Object.defineProperty(file("a.pdf"), "webkitRelativePath", {
    value: "mill/plans/a.pdf",
  });

  expect((await all(readFileList([chosen], breathe))).paths).toEqual(["mill/plans | a.pdf"]);
});

test("4,000 selected files arrive in small batches with pauses, even if the input is cleared", async () => {
  const files = Array.from({ length: 4_000 }, (_, n) => file(`${n}.pdf`));
  let breaths = 0;
  const batches = readFileList(files, async () => {
    breaths += 1;
  });
  files.length = 0;
  const { sizes, paths } = await all(batches);

  expect(paths).toHaveLength(4_000);
  expect(sizes[0]).toBe(50);
  expect(Math.max(...sizes)).toBe(250);
  expect(breaths).toBe(sizes.length);
});

test.each([
  ["application/pdf", 21],
  ["", 201],
])(
  "the entries of only a few of 4,000 items of type %j are read, but a folder near the end is read with all its subfolders",
  async (type, count) => {
    let askedCount = 0;
    const items = Array.from({ length: 4_000 }, (_, index) => {
      const isFolder = index === 3_999;
      const name = isFolder ? "mill" : `${index}.pdf`;
      return {
        kind: "file",
        getAsFile: () => new File(["x"], name, { type: isFolder ? "" : type }),
        webkitGetAsEntry: () => {
          askedCount += 1;
          return entryOf(name, isFolder ? { "a.pdf": file("a.pdf") } : file(name), []);
        },
      };
    });
    const { paths } = await all(
      readTransfer({ items, files: [] } as unknown as DataTransfer, breathe),
    );

    expect(askedCount).toBe(count);
    expect(paths).toHaveLength(4_000);
    expect(paths).toContain("- | 3998.pdf");
    expect(paths).toContain("mill | a.pdf");
  },
);
