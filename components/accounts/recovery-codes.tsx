"use client";

import { Download } from "lucide-react";
import { SECOND_FACTOR_TEXTS } from "../texts/en/second-factor-texts";
import { Button, buttonLook } from "../ui/button";
import { CopyButton } from "../ui/copy-button";

/**
 * New recovery codes, shown only once, to copy or download. They stay on the page until their owner has confirmed saving
 * them.
 */
export function RecoveryCodes({
  codes,
  onStored,
}: {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}) {
  const text = codes.join("\n");
  return (
    <div>
      <p className="text-quiet">{SECOND_FACTOR_TEXTS.codesIntro}</p>
      <ul
        aria-label={SECOND_FACTOR_TEXTS.codesTitle}
        className="mt-4 grid max-w-md gap-x-8 gap-y-2 rounded-lg border border-line bg-sunken/60 p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label={SECOND_FACTOR_TEXTS.copyCodes} />
        <a
          className={buttonLook({ size: "tiny" })}
          download={SECOND_FACTOR_TEXTS.fileName}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          <Download aria-hidden />
          {SECOND_FACTOR_TEXTS.download}
        </a>
      </div>
      <Button tone="primary" className="mt-6" onClick={onStored}>
        {SECOND_FACTOR_TEXTS.stored}
      </Button>
    </div>
  );
}
