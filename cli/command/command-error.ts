/** A sentence for whoever typed the command: what is wrong and what to do. */
export class CommandError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "CommandError";
  }
}
