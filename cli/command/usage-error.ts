import { CommandError } from "./command-error";

/**
 * An error that ends a command before it does anything, because it was called incorrectly. The program decides the exit
 * code.
 */
export class UsageError extends CommandError {}
