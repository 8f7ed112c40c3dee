/** What tabs of one browser tell each other. */
export type TabNews =
  | { readonly kind: "signed-out" }
  /** With the email as it was typed. */
  | { readonly kind: "signed-in"; readonly email: string };

/** A BroadcastChannel as far as it is used: what is posted reaches every other tab, and not this one. */
export interface TabChannel {
  postMessage(news: TabNews): void;
  addEventListener(type: "message", listener: (event: MessageEvent<TabNews>) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent<TabNews>) => void): void;
}

/** Tells the other tabs of this browser about the session, which they share, and hears them. */
export interface TabSignals {
  tellSignedOut(): void;
  tellSignedIn(email: string): void;
  onNews(listener: (news: TabNews) => void): () => void;
}

/** Makes signals over a channel that is opened by the first use of it: the server renders without one. */
export function createTabSignals(open: () => TabChannel): TabSignals {
  let channel: TabChannel | undefined;
  const opened = () => {
    channel ??= open();
    return channel;
  };
  return {
    tellSignedOut: () => opened().postMessage({ kind: "signed-out" }),
    tellSignedIn: (email) => opened().postMessage({ kind: "signed-in", email }),
    onNews: (listener) => {
      const hear = ({ data }: MessageEvent<TabNews>) => listener(data);
      opened().addEventListener("message", hear);
      return () => opened().removeEventListener("message", hear);
    },
  };
}

/** The signals of this tab. */
export const tabSignals = createTabSignals(() => new BroadcastChannel("stagedoor.session"));
