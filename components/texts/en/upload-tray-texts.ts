import { formatBytes, formatCount, formatDuration } from "./format";

const files = (count: number) => (count === 1 ? "1 file" : `${formatCount(count)} files`);

/** Text for the upload tray. */
export const UPLOAD_TRAY_TEXTS = {
  title: "Uploads",
  list: "Files",
  expand: "Show uploads",
  collapse: "Hide uploads",
  reading: (count: number) => `Reading folders: ${files(count)} so far…`,
  running: (done: number, total: number) =>
    `Uploading: ${formatCount(done)} of ${formatCount(total)} done`,
  paused: (done: number, total: number) =>
    `Waiting for you to sign in: ${formatCount(done)} of ${formatCount(total)} done`,
  rateLimited: (seconds: number, done: number, total: number) =>
    `Continuing in ${formatDuration(seconds)}: ${formatCount(done)} of ${formatCount(total)} done`,
  offline: (done: number, total: number) =>
    `Waiting for a connection: ${formatCount(done)} of ${formatCount(total)} done`,
  announcedOffline: "Uploads are waiting for a connection",
  announcedReading: "Reading folders",
  announced: (total: number, percent: number, isSomeFailed: boolean) =>
    `Uploading ${files(total)}: ${percent}%${isSomeFailed ? ", some failed" : ""}`,
  speed: (bytesPerSecond: number, secondsLeft: number | null) =>
    `${formatBytes(bytesPerSecond)}/s${secondsLeft === null ? "" : ` · ${formatDuration(secondsLeft)} left`}`,
  finished: (done: number) => `${files(done)} uploaded`,
  finishedWithFailures: (done: number, failed: number) =>
    `${formatCount(done)} uploaded, ${formatCount(failed)} failed`,
  allFailed: (failed: number) => `${files(failed)} failed`,
  cancelled: (count: number) => `${files(count)} cancelled`,
  andLeftOut: (said: string, count: number) => `${said}, ${formatCount(count)} skipped`,
  nothingUploaded: "Nothing was uploaded",
  interrupted: (count: number) => `${files(count)} interrupted`,
  progressOfAll: "All uploads",
  progressOf: (name: string) => `Upload of ${name}`,
  cancelAll: "Cancel all",
  retryFailed: "Retry failed",
  clearFinished: "Clear finished",
  signedOut: {
    title: "Uploads are paused",
    help: "Your session has ended. Sign in again to continue the uploads.",
    action: "Sign in again",
  },
  rateLimitedNotice: {
    title: "Too many requests: uploads are paused",
    help: (seconds: number) => `They continue automatically in ${formatDuration(seconds)}.`,
  },
  interruptedNotice: {
    title: (count: number) =>
      count === 1
        ? "Reloading the page interrupted 1 upload"
        : `Reloading the page interrupted ${formatCount(count)} uploads`,
    help: "Select the same files again to continue.",
    chooseFiles: "Select files",
    chooseFolder: "Select folder",
    giveUp: "Cancel uploads",
    unmatched: (count: number) =>
      `${files(count)} did not match an interrupted upload and ${count === 1 ? "was" : "were"} skipped.`,
  },
  sameNames: {
    title: (count: number, name: string) =>
      count === 1
        ? `Is ${name} the file whose upload was interrupted?`
        : `Are these ${formatCount(count)} files the ones whose upload was interrupted?`,
    help: (count: number) =>
      count === 1
        ? "It has the same name, but its size or date is different."
        : "They have the same names, but their sizes or dates are different.",
    continue: (count: number) => (count === 1 ? "Continue the upload" : "Continue the uploads"),
    add: (count: number) => (count === 1 ? "Upload as a new document" : "Upload as new documents"),
    more: (count: number) => `and ${formatCount(count)} more`,
    skip: "Skip",
  },
  leftOut: {
    summary: (count: number) =>
      count === 1 ? "1 item skipped" : `${formatCount(count)} items skipped`,
    more: (count: number) => `and ${formatCount(count)} more`,
    dismiss: "Hide this list",
  },
  states: {
    waiting: "Waiting",
    creating: "Starting…",
    uploading: "Uploading",
    reporting: "Checking…",
    done: "Uploaded",
    failed: "Failed",
    cancelled: "Cancelled",
    interrupted: "Interrupted by a reload",
    "paused-signed-out": "Waiting for you to sign in",
    "paused-rate-limit": "Waiting: too many requests",
    "paused-offline": "Waiting for a connection",
  },
  uploadingPercent: (percent: number) => `Uploading ${percent}%`,
  inThisTab: "You are uploading this file in this tab.",
  stalled: "The upload has stalled. Stagedoor will retry it automatically.",
  sent: (sentBytes: number, totalBytes: number) =>
    `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`,
  to: (assetName: string) => `to ${assetName}`,
  cancelOf: (name: string) => `Cancel the upload of ${name}`,
  retryOf: (name: string) => `Retry the upload of ${name}`,
  dismissOf: (name: string) => `Remove ${name} from the list`,
  moreOf: {
    problems: (count: number) => `and ${formatCount(count)} more that failed`,
    running: (count: number) => `and ${formatCount(count)} more waiting`,
    finished: (count: number) => `and ${formatCount(count)} more finished`,
  },
} as const;
