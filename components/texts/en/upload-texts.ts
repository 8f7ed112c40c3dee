/** Reasons why files were skipped or uploads failed, with advice on what to do. Sizes are passed in already formatted. */
export const UPLOAD_TEXTS = {
  unnamed: "Unnamed item",
  strayDrop: {
    title: "Nothing was uploaded",
    help: "Drop the files on an asset’s tile in the cockpit, or anywhere on the page of an asset.",
    helpOnDialog: "Close the dialog first. Then drop the files again.",
  },
  leftOut: {
    emptyFolder: "The folder is empty.",
    hidden: "Hidden files and folders are not uploaded.",
    system: "This is a system file, not a document.",
    unreadable:
      "The file cannot be read. Check that it still exists and that you are allowed to open it.",
    name: (problem: string) => `The name ${problem}. Rename it, then add it again.`,
    folder: (problem: string) =>
      `The path of its folder ${problem}. Rename or move the folder, then add it again.`,
    noFile:
      "Your browser received no file. Save it on your computer first, then add it from there.",
    stopped: "Reading stopped here. Add the missing files again.",
  },
  failures: {
    empty: {
      sentence: "The file is empty (0 bytes).",
      fix: "Check the file on your computer, then add it again.",
    },
    tooLarge: (size: string, sizeMax: string) => ({
      sentence: `The file is too large: ${size}. The limit is ${sizeMax}.`,
      fix: "Make it smaller or split it, then add it again. An operator can raise the limit.",
    }),
    tooLargeForServer: {
      sentence: "The file is larger than the limit.",
      fix: "Make it smaller or split it, then add it again. An operator can raise the limit.",
    },
    proxyLimit: {
      sentence: "The file is too large for a proxy in front of the object store (413).",
      fix: "Ask your operator to raise its limit (nginx: client_max_body_size), then retry.",
    },
    proxyLimitLikely: {
      sentence: "The connection was closed each time, although small uploads work.",
      fix: "A proxy probably limits the size of uploads. Ask your operator to raise its limit (nginx: client_max_body_size), then retry.",
    },
    unreadable: {
      sentence:
        "The file cannot be read any more. It was moved, deleted or changed after you added it.",
      fix: "Find it on your computer, then add it again.",
    },
    connection: {
      sentence: "The connection was lost for more than a minute.",
      fix: "Check your connection, then retry.",
    },
    storeBusy: {
      sentence: "The object store was not available for more than a minute.",
      fix: "Retry in a few minutes. If it keeps happening, contact your operator.",
    },
    storeFull: {
      sentence: "The disk of the object store is full.",
      fix: "Ask your operator to free space, then retry.",
    },
    storeRefused: {
      sentence: "The object store rejected the file.",
      fix: "Retry. If it happens again, contact your operator.",
    },
    notArrived: {
      sentence: "The file was sent, but it did not arrive in the object store.",
      fix: "Retry. If it happens again, contact your operator.",
    },
    closed: {
      sentence: "The upload was cancelled or it expired before the file was complete.",
      fix: "To upload the file as a new document, retry.",
    },
    closedMeanwhile: {
      sentence:
        "The page was reloaded before this upload was complete, and the upload has since been cancelled or has expired.",
      fix: "To upload the file as a new document, add it again.",
    },
    deleted: {
      sentence: "The document was deleted before its upload was confirmed.",
      fix: "If you still need it, add the file again. It becomes a new document.",
    },
    refused: {
      sentence: "Stagedoor rejected the file.",
      fix: "Correct the problem, then add the file again.",
    },
    refusedBecause: (detail: string) => `Stagedoor rejected the file: ${detail}`,
    server: (requestId: string | null) => ({
      sentence: "Something went wrong in Stagedoor.",
      fix: requestId
        ? `Retry in a few minutes. If it keeps happening, give your operator this number: ${requestId}`
        : "Retry in a few minutes. If it keeps happening, contact your operator.",
    }),
    unexpected: {
      sentence: "Something unexpected happened on this page.",
      fix: "Retry. If it happens again, reload the page and add the file again.",
    },
  },
} as const;
