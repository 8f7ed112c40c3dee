"use client";

import { FileArchive } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { SYSTEM_CLOCK } from "../../../lib/client/retrying";
import { callCockpit } from "../../api/call-cockpit";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { ZIP_TEXTS as TEXTS } from "../../texts/en/zip-texts";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Disclosure } from "../../ui/disclosure";
import { Notice } from "../../ui/notice";
import { ProgressBar } from "../../ui/progress-bar";
import { ScrollRegion } from "../../ui/scroll-region";
import {
  type LeftOut,
  planZip,
  ZIP_BYTES_MAX,
  ZIP_DOCUMENTS_MAX,
  type ZipDocument,
  type ZipPlan,
} from "./plan-zip";
import { canWriteToDisk, chooseTarget } from "./save-zip";
import { listDocuments, streamZip, type ZipProgress } from "./stream-zip";

/** Lists the documents to download, until the signal is aborted. */
type Documents = (signal: AbortSignal) => AsyncIterable<ZipDocument>;

/** Returns what lists the documents that match the API's parameters, in the order of the list. */
export const documentsMatching =
  (params: URLSearchParams): Documents =>
  (signal) =>
    listDocuments(params, { call: callCockpit, signal });

type Step =
  | { readonly kind: "listing" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "ready"; readonly plan: ZipPlan }
  | { readonly kind: "running"; readonly plan: ZipPlan; readonly progress: ZipProgress }
  | { readonly kind: "done"; readonly count: number; readonly leftOut: readonly LeftOut[] };

/**
 * A button that offers documents as a ZIP file. The browser reads the files from the object store and makes the ZIP file
 * itself. What will be left out, and why, is shown before it starts and after it has ended.
 */
export function ZipDownload({
  documents,
  label = TEXTS.open,
}: {
  readonly documents: Documents;
  /** The text of the button. */
  readonly label?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileArchive aria-hidden />
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={TEXTS.title} isHeldOpen={isRunning}>
        <ZipSteps documents={documents} onRunning={setRunning} onClose={close} />
      </Dialog>
    </>
  );
}

interface StepsParts {
  readonly documents: Documents;
  readonly onRunning: (isRunning: boolean) => void;
  readonly onClose: () => void;
}

function ZipSteps({ onClose, ...parts }: StepsParts) {
  const { step, start, stop, again } = useZip(parts);
  const isStartable = step.kind === "ready" && step.plan.entries.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <StepView step={step} />
      <DialogActions>
        {step.kind === "running" ? (
          <Button onClick={stop}>{TEXTS.stop}</Button>
        ) : (
          <Button onClick={onClose}>
            {step.kind === "done" ? UI_TEXTS.close : UI_TEXTS.cancel}
          </Button>
        )}
        {step.kind === "failed" && (
          <Button tone="primary" onClick={again}>
            {TEXTS.again}
          </Button>
        )}
        {isStartable && (
          <Button tone="primary" onClick={() => void start(step.plan)}>
            {TEXTS.start}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

/** The steps from the list of documents to the saved file. Leaving the page stops it. */
function useZip({ documents, onRunning }: Omit<StepsParts, "onClose">) {
  const [step, setStep] = useState<Step>({ kind: "listing" });
  const [tries, setTries] = useState(0);
  const latest = useRef(documents);
  const running = useRef<AbortController | null>(null);
  const bytesMax = ZIP_BYTES_MAX[canWriteToDisk() ? "disk" : "memory"];

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` starts it over
  useEffect(() => {
    const listing = new AbortController();
    const show = (next: Step) => listing.signal.aborted || setStep(next);
    setStep({ kind: "listing" });
    planZip(latest.current(listing.signal), bytesMax).then(
      (plan) => show({ kind: "ready", plan }),
      (error) => show({ kind: "failed", reason: errorMessage(error) }),
    );
    return () => {
      listing.abort();
      running.current?.abort();
      running.current = null;
    };
  }, [bytesMax, tries]);

  const isRunning = step.kind === "running";
  useEffect(() => {
    onRunning(isRunning);
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning, onRunning]);

  async function start(plan: ZipPlan) {
    // A second click while the browser asks for the file's place must not start a second download.
    if (running.current) return;
    const stopping = new AbortController();
    running.current = stopping;
    const { signal } = stopping;
    const show = (next: Step) => signal.aborted || setStep(next);
    try {
      const target = await chooseTarget(TEXTS.fileName(new Date().toLocaleDateString("sv-SE")));
      if (!target) return;
      const showProgress = (progress: ZipProgress) => show({ kind: "running", plan, progress });
      showProgress({ documents: 0, bytes: 0 });
      const { zip, leftOut } = await streamZip(plan, outsideUntil(signal), showProgress);
      await target.save(zip, signal);
      const count = plan.entries.length - leftOut.length;
      show({ kind: "done", count, leftOut: [...plan.leftOut, ...leftOut] });
    } catch (error) {
      show({ kind: "failed", reason: errorMessage(error) });
    } finally {
      if (running.current === stopping) running.current = null;
    }
  }

  const stop = () => {
    running.current?.abort();
    setTries((count) => count + 1);
  };
  return { step, start, stop, again: () => setTries((count) => count + 1) };
}

const outsideUntil = (signal: AbortSignal) => ({
  call: callCockpit,
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  nowMs: SYSTEM_CLOCK.nowMs,
  wait: (ms: number) => SYSTEM_CLOCK.sleep(ms, signal),
  signal,
});

function StepView({ step }: { readonly step: Step }) {
  if (step.kind === "listing") return <p role="status">{TEXTS.listing}</p>;
  if (step.kind === "failed") {
    return (
      <Notice tone="alarm" title={TEXTS.failed} isAnnounced>
        {step.reason}
      </Notice>
    );
  }
  if (step.kind === "done") {
    return (
      <>
        <p role="status">{TEXTS.done(step.count)}</p>
        <LeftOutList leftOut={step.leftOut} />
      </>
    );
  }
  const { plan } = step;
  if (step.kind === "running") {
    const { documents, bytes } = step.progress;
    return (
      <>
        <p>{TEXTS.running(documents, plan.entries.length, bytes)}</p>
        <ProgressBar value={plan.bytes === 0 ? null : bytes / plan.bytes} label={TEXTS.progress} />
        <p className="text-quiet text-sm">{TEXTS.stayHelp}</p>
      </>
    );
  }
  const isTooLarge = plan.leftOut.some(({ reason }) => reason === "too-large");
  return (
    <>
      <p role="status">
        {plan.entries.length === 0 ? TEXTS.nothing : TEXTS.ready(plan.entries.length, plan.bytes)}
      </p>
      {(plan.isCut || isTooLarge) && (
        <p className="text-quiet text-sm">
          {plan.isCut && TEXTS.cut(ZIP_DOCUMENTS_MAX)} {isTooLarge && TEXTS.limit(plan.bytesMax)}
        </p>
      )}
      <LeftOutList leftOut={plan.leftOut} />
    </>
  );
}

function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  const title = TEXTS.leftOut(leftOut.length);
  return (
    <Disclosure summary={title}>
      <ScrollRegion
        label={title}
        className="max-h-60 overflow-y-auto rounded-lg border border-line"
      >
        <ul className="divide-y divide-line px-3 text-sm">
          {leftOut.map(({ uuid, name, reason }) => (
            <li key={uuid} className="py-1.5">
              <bdi className="break-words">{name}</bdi>
              <span className="block text-quiet">{TEXTS.reasons[reason]}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Disclosure>
  );
}
