/** An error that ends a command. Its message is for people: it says what is wrong and what to do. */
export class CommandError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = "CommandError";
  }
}
