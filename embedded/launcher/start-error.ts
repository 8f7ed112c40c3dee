/** An error that prevents Stagedoor from starting. The message is one clear sentence: what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
