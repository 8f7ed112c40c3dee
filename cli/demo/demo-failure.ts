/** Something is not as Stagedoor promises: its message is the whole sentence for people. */
export class DemoFailure extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "DemoFailure";
  }
}
