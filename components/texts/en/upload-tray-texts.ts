import { formatBytes, formatCount, formatDuration } from "./format";

const files = (count: number) => (count === 1 ? "1 file" : `${formatCount(count)} files`);

/** What the tray of uploads says. */
export const UPLOAD_TRAY_TEXTS = {
  title: "Uploads",
  list: "Each upload",
  expand: "Show the uploads",
  collapse: "Hide the uploads",
  reading: (count: number) => `Looking through what was dropped: ${files(count)} so far …`,
  running: (done: number, total: number) =>
    `Uploading: ${formatCount(done)} of ${formatCount(total)} done`,
  paused: (done: number, total: number) =>
    `Waiting for you to sign in: ${formatCount(done)} of ${formatCount(total)} done`,
  announcedReading: "Looking through what was dropped",
  announced: (total: number, percent: number, isSomeFailed: boolean) =>
    `Uploading ${files(total)}: ${percent} %${isSomeFailed ? ", some failed" : ""}`,
  speed: (bytesPerSecond: number, secondsLeft: number | null) =>
    `${formatBytes(bytesPerSecond)}/s${secondsLeft === null ? "" : ` · ${formatDuration(secondsLeft)} left`}`,
  finished: (done: number) => `${files(done)} uploaded`,
  finishedWithFailures: (done: number, failed: number) =>
    `${formatCount(done)} uploaded, ${formatCount(failed)} failed`,
  allFailed: (failed: number) => `${files(failed)} failed`,
  cancelled: (count: number) => `${files(count)} cancelled`,
  nothingUploaded: "Nothing was uploaded",
  interrupted: (count: number) => `${files(count)} interrupted`,
  progressOfAll: "All uploads together",
  progressOf: (name: string) => `Upload of ${name}`,
  cancelAll: "Cancel all",
  retryFailed: "Retry failed",
  clearFinished: "Clear finished",
  signedOut: {
    title: "Uploads wait for you",
    help: "Your session has ended. Sign in again and they go on where they were.",
    action: "Sign in again",
  },
  interruptedNotice: {
    title: (count: number) =>
      count === 1
        ? "1 upload was interrupted by a reload of the page"
        : `${formatCount(count)} uploads were interrupted by a reload of the page`,
    help: "A browser forgets which files were chosen. Choose the same files again and they go on.",
    chooseFiles: "Choose the files",
    chooseFolder: "Choose the folder",
    giveUp: "Give up",
    unmatched: (count: number) =>
      `${files(count)} did not match any interrupted upload and were left alone.`,
  },
  leftOut: {
    summary: (count: number) => `${files(count)} left out`,
    dismiss: "Hide this list",
  },
  states: {
    waiting: "Waiting",
    announcing: "Beginning …",
    uploading: "Uploading",
    reporting: "Being checked …",
    done: "Uploaded",
    failed: "Failed",
    cancelled: "Cancelled",
    interrupted: "Interrupted by a reload",
    "paused-signed-out": "Waiting for you to sign in",
  },
  stalled: "Nothing has moved for a while; it is tried again by itself",
  sent: (sentBytes: number, totalBytes: number) =>
    `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`,
  to: (assetName: string) => `to ${assetName}`,
  cancelOf: (name: string) => `Cancel the upload of ${name}`,
  retryOf: (name: string) => `Retry the upload of ${name}`,
  dismissOf: (name: string) => `Take ${name} out of the list`,
  moreOf: {
    problems: (count: number) => `and ${formatCount(count)} more that failed`,
    running: (count: number) => `and ${formatCount(count)} more that wait`,
    finished: (count: number) => `and ${formatCount(count)} more that are done`,
  },
} as const;
