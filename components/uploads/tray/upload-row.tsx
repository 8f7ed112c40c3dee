import { clsx } from "clsx";
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  LoaderCircle,
  type LucideIcon,
  RotateCw,
  X,
} from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { documentPath } from "../../shell/addresses";
import { UPLOAD_TRAY_TEXTS } from "../../texts/en/upload-tray-texts";
import { Button } from "../../ui/button";
import { ProgressBar } from "../../ui/progress-bar";
import { isUnfinished, type UploadEntry, type UploadState } from "../engine/upload-entry";
import { useUploadActions } from "../uploads-provider";

const LOOKS: Record<UploadState, { readonly icon: LucideIcon; readonly look: string }> = {
  waiting: { icon: CircleDashed, look: "text-quiet" },
  creating: { icon: LoaderCircle, look: "text-curtain motion-safe:animate-spin" },
  uploading: { icon: LoaderCircle, look: "text-curtain motion-safe:animate-spin" },
  reporting: { icon: LoaderCircle, look: "text-curtain motion-safe:animate-spin" },
  done: { icon: CircleCheck, look: "text-go" },
  failed: { icon: CircleAlert, look: "text-alarm" },
  cancelled: { icon: CircleMinus, look: "text-quiet" },
  interrupted: { icon: CircleAlert, look: "text-wait" },
  "paused-signed-out": { icon: CircleDashed, look: "text-wait" },
  "paused-rate-limit": { icon: CircleDashed, look: "text-wait" },
  "paused-offline": { icon: CircleDashed, look: "text-wait" },
};

/** One upload: its name, target, progress and failure, and the actions on it. */
export const UploadRow = memo(function UploadRow({ entry }: { readonly entry: UploadEntry }) {
  const { name, folder, assetName, state, failure } = entry;
  const { icon: Icon, look } = LOOKS[state];
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", look)} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium text-sm" title={name}>
          <Name entry={entry} />
        </p>
        <p className="mt-0.5 text-quiet text-xs tabular-nums">{describe(entry)}</p>
        <p className="truncate text-quiet text-xs" title={folder ?? assetName}>
          <bdi>{folder ?? UPLOAD_TRAY_TEXTS.to(assetName)}</bdi>
        </p>
        {failure && (
          <p className="mt-1 text-xs">
            <span className="font-medium text-alarm">{failure.sentence}</span> {failure.fix}
          </p>
        )}
        {state === "uploading" && (
          <ProgressBar
            className="mt-1.5"
            label={UPLOAD_TRAY_TEXTS.progressOf(name)}
            value={entry.sizeBytes === 0 ? null : entry.sentBytes / entry.sizeBytes}
          />
        )}
      </div>
      <RowActions entry={entry} />
    </li>
  );
});

/** The name of the file, which is a link once the upload has a document. */
function Name({ entry: { name, uuid } }: { readonly entry: UploadEntry }) {
  if (uuid === null) return <bdi>{name}</bdi>;
  return (
    <Link
      href={documentPath(uuid)}
      prefetch={false}
      className="underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

function describe(entry: UploadEntry): string {
  const { state, sentBytes, sizeBytes, bytesPerSecond, secondsLeft } = entry;
  if (state !== "uploading") return UPLOAD_TRAY_TEXTS.states[state];
  if (entry.isStalled) return UPLOAD_TRAY_TEXTS.stalled;
  const sent = UPLOAD_TRAY_TEXTS.sent(sentBytes, sizeBytes);
  if (bytesPerSecond === null) return sent;
  return `${sent} · ${UPLOAD_TRAY_TEXTS.speed(bytesPerSecond, secondsLeft)}`;
}

function RowActions({ entry: { id, name, state, failure } }: { readonly entry: UploadEntry }) {
  const { cancel, retry, dismiss } = useUploadActions();
  const canCancel = isUnfinished(state) || state === "interrupted";
  return (
    <div className="flex shrink-0 gap-1">
      {failure?.canRetry && (
        <Button
          tone="quiet"
          size="tiny-icon"
          aria-label={UPLOAD_TRAY_TEXTS.retryOf(name)}
          onClick={() => retry(id)}
        >
          <RotateCw aria-hidden />
        </Button>
      )}
      <Button
        tone="quiet"
        size="tiny-icon"
        aria-label={
          canCancel ? UPLOAD_TRAY_TEXTS.cancelOf(name) : UPLOAD_TRAY_TEXTS.dismissOf(name)
        }
        onClick={() => (canCancel ? cancel(id) : dismiss(id))}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
