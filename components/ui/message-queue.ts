/** A short message: `done` goes away after a while, `failed` stays until it is closed. */
export interface Message {
  readonly kind: "done" | "failed";
  readonly title: string;
  readonly description: string | undefined;
}

/** Messages in their order, kept until somebody shows them. */
export interface MessageQueue {
  push(message: Message): void;
  /** Takes everything that waits and everything that comes; one taker at a time. The answer ends it. */
  take(show: (message: Message) => void): () => void;
}

/** A queue without messages. */
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
