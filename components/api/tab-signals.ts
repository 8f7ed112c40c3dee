/** A message between the tabs of one browser. */
export type TabNews =
  | { readonly kind: "signed-out" }
  /** The email is as the user typed it. */
  | { readonly kind: "signed-in"; readonly email: string };

/** The part of BroadcastChannel that is used: a posted message reaches every other tab, but not this one. */
export interface TabChannel {
  postMessage(news: TabNews): void;
  addEventListener(type: "message", listener: (event: MessageEvent<TabNews>) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent<TabNews>) => void): void;
}

/** Exchanges messages about the session with the other tabs of this browser, which share it. */
export interface TabSignals {
  tellSignedOut(): void;
  tellSignedIn(email: string): void;
  onNews(listener: (news: TabNews) => void): () => void;
}

/**
 * Creates signals over a channel that is opened on first use, so that none is opened while the server renders the page.
 */
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
