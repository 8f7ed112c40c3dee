"use client";

import { Download } from "lucide-react";
import { COCKPIT_TEXTS } from "../../texts/en/cockpit-texts";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";
import { Disclosure } from "../../ui/disclosure";
import { ScrollRegion } from "../../ui/scroll-region";
import { ExportLink } from "./export-link";

/** The format of a file, for people who do not have one yet. */
export function FileFormat() {
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="text-quiet">{IMPORT_TEXTS.exportFirst}</span>
        <ExportLink>
          <Download aria-hidden />
          {COCKPIT_TEXTS.export.comma}
        </ExportLink>
      </p>
      <Disclosure summary={IMPORT_TEXTS.formatTitle} className="mt-3">
        <div className="flex flex-col gap-3 text-sm">
          <ScrollRegion
            label={IMPORT_TEXTS.formatLabel}
            className="overflow-x-auto rounded-lg bg-sunken p-3"
          >
            <pre className="font-mono">{IMPORT_TEXTS.formatExample}</pre>
          </ScrollRegion>
          <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
            {IMPORT_TEXTS.columns.map(([column, help]) => (
              <div key={column} className="sm:contents">
                <dt className="font-mono">{column}</dt>
                <dd className="text-quiet">{help}</dd>
              </div>
            ))}
          </dl>
          <ul className="list-disc pl-5 text-quiet">
            {IMPORT_TEXTS.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      </Disclosure>
    </>
  );
}
