/** A short message. `done` disappears after a while; `failed` stays until it is closed. */
export interface Message {
  readonly kind: "done" | "failed";
  readonly title: string;
  readonly description: string | undefined;
}

/** Messages in order, kept until they can be shown. */
export interface MessageQueue {
  push(message: Message): void;
  /**
   * Passes all waiting and future messages to `show`, which replaces any previous listener. Returns a function that stops
   * this.
   */
  take(show: (message: Message) => void): () => void;
}

/** Creates an empty queue. */
export function createMessageQueue(): MessageQueue {
  const waiting: Message[] = [];
  let taker: ((message: Message) => void) | null = null;
  return {
    push: (message) => {
      if (taker) taker(message);
      else waiting.push(message);
    },
    take: (show) => {
      taker = show;
      for (const message of waiting.splice(0)) show(message);
      return () => {
        if (taker === show) taker = null;
      };
    },
  };
}
