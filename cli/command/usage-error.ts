import { CommandError } from "./command-error";

/** Ends a command before it did anything, because of how it was called; the program says with which exit code. */
export class UsageError extends CommandError {}
