/** Ends a command: its message is the whole sentence for people, with what to do next. */
export class CommandError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = "CommandError";
  }
}
