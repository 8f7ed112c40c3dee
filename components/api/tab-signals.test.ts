import { expect, test } from "vitest";
import { createTabSignals, type TabChannel, type TabNews } from "./tab-signals";

type Hear = (event: MessageEvent<TabNews>) => void;

/** Creates tabs of one browser. Each one receives the messages of the others. */
function makeTabs() {
  const channels: { readonly channel: TabChannel; readonly listeners: Set<Hear> }[] = [];
  const open = (): TabChannel => {
    const listeners = new Set<Hear>();
    const channel: TabChannel = {
      postMessage: (news) => {
        for (const other of channels) {
          if (other.channel === channel) continue;
          for (const hear of other.listeners) hear(new MessageEvent("message", { data: news }));
        }
      },
      addEventListener: (_type, hear) => void listeners.add(hear),
      removeEventListener: (_type, hear) => void listeners.delete(hear),
    };
    channels.push({ channel, listeners });
    return channel;
  };
  return { openTab: () => createTabSignals(open), channels };
}

test("every other tab receives sign-outs and sign-ins until it stops listening", () => {
  const { openTab } = makeTabs();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  const heard: string[] = [];
  first.onNews(({ kind }) => heard.push(`first ${kind}`));
  const stop = second.onNews(({ kind }) => heard.push(`second ${kind}`));
  third.onNews((news) => heard.push(`third ${JSON.stringify(news)}`));
  first.tellSignedOut();
  stop();
  first.tellSignedIn("ada@example.com");
  expect(heard).toEqual([
    "second signed-out",
    'third {"kind":"signed-out"}',
    'third {"kind":"signed-in","email":"ada@example.com"}',
  ]);
});

test("a channel is opened on first use, and only once", () => {
  const { openTab, channels } = makeTabs();
  const tab = openTab();
  expect(channels).toHaveLength(0);
  tab.tellSignedOut();
  tab.tellSignedOut();
  expect(channels).toHaveLength(1);
});
