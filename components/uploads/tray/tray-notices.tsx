"use client";

import { useState } from "react";
import { sessionSignals } from "../../api/session-signals";
import { UPLOAD_TRAY_TEXTS } from "../../texts/en/upload-tray-texts";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { ScrollRegion } from "../../ui/scroll-region";
import type { LeftOut, UploadSnapshot } from "../engine/upload-entry";
import { useFileDialogs } from "../file-dialogs";
import { useUploadActions } from "../uploads-provider";

/** Notices that require action or attention, shown above the list. */
export function TrayNotices({
  snapshot: { isSignedOut, summary, leftOut, sameNames },
}: {
  readonly snapshot: UploadSnapshot;
}) {
  const { interrupted } = summary.counts;
  const isRateLimited = summary.unfinishedCount > 0 && !isSignedOut;
  const resumesInSeconds = isRateLimited ? summary.resumesInSeconds : null;
  const isQuiet = !isSignedOut && resumesInSeconds === null && sameNames.length === 0;
  if (isQuiet && interrupted === 0 && leftOut.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pb-2">
      {isSignedOut && <SignedOut />}
      {resumesInSeconds !== null && <RateLimited seconds={resumesInSeconds} />}
      {sameNames.length > 0 && <SameNames names={sameNames} />}
      {interrupted > 0 && <Interrupted count={interrupted} />}
      {leftOut.length > 0 && <LeftOutFiles leftOut={leftOut} />}
    </div>
  );
}

function SignedOut() {
  const { title, help, action } = UPLOAD_TRAY_TEXTS.signedOut;
  return (
    <Notice tone="wait" title={title} className="p-3">
      <p>{help}</p>
      <Button size="tiny" className="mt-2" onClick={() => sessionSignals.noteOver("ended")}>
        {action}
      </Button>
    </Notice>
  );
}

function RateLimited({ seconds }: { readonly seconds: number }) {
  const { title, help } = UPLOAD_TRAY_TEXTS.rateLimitedNotice;
  return (
    <Notice tone="wait" title={title} className="p-3">
      <p className="tabular-nums">{help(seconds)}</p>
    </Notice>
  );
}

const SAME_NAMES_SHOWN_MAX = 5;

function SameNames({ names }: { readonly names: readonly string[] }) {
  const { continueSameNames, addSameNames, skipSameNames } = useUploadActions();
  const texts = UPLOAD_TRAY_TEXTS.sameNames;
  const count = names.length;
  const hiddenCount = count - SAME_NAMES_SHOWN_MAX;
  return (
    <Notice tone="wait" title={texts.title(count, names[0] ?? "")} className="p-3" isAnnounced>
      <p>{texts.help(count)}</p>
      {count > 1 && (
        <ul className="mt-1 text-xs">
          {names.slice(0, SAME_NAMES_SHOWN_MAX).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files in different folders may have the same name.
            <li key={index} className="truncate">
              <bdi>{name}</bdi>
            </li>
          ))}
          {hiddenCount > 0 && <li>{texts.more(hiddenCount)}</li>}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="tiny" onClick={continueSameNames}>
          {texts.continue(count)}
        </Button>
        <Button size="tiny" onClick={addSameNames}>
          {texts.add(count)}
        </Button>
        <Button size="tiny" onClick={skipSameNames}>
          {texts.skip}
        </Button>
      </div>
    </Notice>
  );
}

function Interrupted({ count }: { readonly count: number }) {
  const { provideFiles, giveUpInterrupted } = useUploadActions();
  const [unmatchedCount, setUnmatchedCount] = useState(0);
  const texts = UPLOAD_TRAY_TEXTS.interruptedNotice;
  const dialogs = useFileDialogs({
    label: texts.chooseFiles,
    onFiles: (files) => {
      void provideFiles(files).then((unmatched) => setUnmatchedCount(unmatched.length));
    },
  });
  return (
    <Notice tone="wait" title={texts.title(count)} className="p-3">
      <p>{texts.help}</p>
      {unmatchedCount > 0 && (
        <p role="status" className="mt-1 font-medium">
          {texts.unmatched(unmatchedCount)}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="tiny" onClick={dialogs.openFiles}>
          {texts.chooseFiles}
        </Button>
        <Button size="tiny" onClick={dialogs.openFolder}>
          {texts.chooseFolder}
        </Button>
        <Button size="tiny" onClick={giveUpInterrupted}>
          {texts.giveUp}
        </Button>
      </div>
      {dialogs.inputs}
    </Notice>
  );
}

/** Nobody reads thousands of reasons. */
const LEFT_OUT_SHOWN_MAX = 100;

function LeftOutFiles({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  const { forgetLeftOut } = useUploadActions();
  const texts = UPLOAD_TRAY_TEXTS.leftOut;
  const hiddenCount = leftOut.length - LEFT_OUT_SHOWN_MAX;
  return (
    <Notice tone="wait" title={texts.summary(leftOut.length)} className="p-3">
      <ScrollRegion
        label={texts.summary(leftOut.length)}
        className="max-h-32 overflow-y-auto text-xs"
      >
        <ul className="flex flex-col gap-2">
          {leftOut.slice(0, LEFT_OUT_SHOWN_MAX).map(({ path, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and a path may come twice.
            <li key={index}>
              <bdi className="font-medium">{path}</bdi>
              <p>{reason}</p>
            </li>
          ))}
        </ul>
        {hiddenCount > 0 && <p className="mt-2">{texts.more(hiddenCount)}</p>}
      </ScrollRegion>
      <Button size="tiny" className="mt-2" onClick={forgetLeftOut}>
        {texts.dismiss}
      </Button>
    </Notice>
  );
}
