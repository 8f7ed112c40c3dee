/** Everything that people read about uploads; sizes and counts come in as they are to be shown. */
export const UPLOAD_TEXTS = {
  leftOut: {
    emptyFolder: "The folder is empty.",
    hidden: "Hidden files and folders are not uploaded.",
    system: "The operating system or a program made this file for itself; it is not a document.",
    unreadable: "It cannot be read. Check that it still exists and that you may open it.",
    name: (problem: string) => `The name ${problem}. Rename it, then add it again.`,
    folder: (problem: string) =>
      `The path of its folder ${problem}. Rename or move it, then add it again.`,
    stopped: "Reading stopped here. Add what is missing again.",
  },
  failures: {
    empty: {
      sentence: "The file is empty (0 bytes).",
      fix: "Check the file on your computer, then add it again.",
    },
    tooLarge: (size: string, sizeMax: string) => ({
      sentence: `The file is too large: it has ${size}, and at most ${sizeMax} are possible.`,
      fix: "Make it smaller or split it, then add the parts. An operator can raise the limit.",
    }),
    tooLargeForServer: {
      sentence: "The file is larger than this Stagedoor takes.",
      fix: "Make it smaller or split it, then add the parts. An operator can raise the limit.",
    },
    unreadable: {
      sentence:
        "The file cannot be read any more: it was moved, deleted or changed since you added it.",
      fix: "Find it on your computer, then add it again.",
    },
    connection: {
      sentence: "The connection was lost and did not come back for a minute.",
      fix: "Check your connection, then retry.",
    },
    storeBusy: {
      sentence: "The object store did not take the file for a minute.",
      fix: "Wait a few minutes, then retry. If it goes on, tell an operator.",
    },
    storeRefused: {
      sentence: "The object store refused the file.",
      fix: "Retry. If it happens again, tell an operator.",
    },
    notArrived: {
      sentence: "The file was sent, but it did not arrive in the object store.",
      fix: "Retry. If it happens again, tell an operator.",
    },
    closed: {
      sentence:
        "The document was closed before its file was complete: somebody cancelled it, or its time ran out.",
      fix: "Retry to upload the file as a new document, if it is still wanted.",
    },
    closedMeanwhile: {
      sentence:
        "The page was loaded anew before this upload was complete, and the document was closed meanwhile.",
      fix: "Add the file again, if it is still wanted.",
    },
    refused: {
      sentence: "Stagedoor refused the file.",
      fix: "Correct what it names, then add the file again.",
    },
    refusedBecause: (detail: string) => `Stagedoor refused the file: ${detail}`,
    server: (requestId: string | null) => ({
      sentence: "Stagedoor could not take the file because of an error of its own.",
      fix: requestId
        ? `Retry in a few minutes. If it goes on, give an operator this number: ${requestId}`
        : "Retry in a few minutes. If it goes on, tell an operator.",
    }),
    unexpected: {
      sentence: "Something unexpected happened in this page.",
      fix: "Retry. If it happens again, reload the page and add the file again.",
    },
  },
} as const;
