"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { PageField } from "@/lib/http/documents/document-page-schemas";
import { actorText } from "../../../texts/en/actor-texts";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { DOCUMENT_PAGE_TEXTS, scoreText } from "../../../texts/en/document-page-texts";
import { Button } from "../../../ui/button";
import { CopyButton } from "../../../ui/copy-button";
import { currencyOf, formatValue } from "./format-value";

/** The field or highlight under the pointer. */
export interface Pointing {
  /** The id of a field; null if there is none. */
  readonly active: string | null;
  readonly onPoint: (id: string | null) => void;
}

/**
 * Returns the id that links a field to its highlight. Based on indexes, because names may repeat. `attachment` is absent
 * for fields of the document itself.
 */
export const fieldId = (index: number, attachment?: number) =>
  attachment === undefined ? `field-${index}` : `attachment-${attachment}-field-${index}`;

/** The extracted values. Pointing at one marks its words in the preview. */
export function FieldList({
  fields,
  label = DOCUMENT_PAGE_TEXTS.fieldsTitle,
  attachment,
  active,
  onPoint,
}: Pointing & {
  readonly fields: readonly PageField[];
  readonly label?: string;
  /** The index of the attachment that has these fields; absent for fields of the document itself. */
  readonly attachment?: number;
}) {
  const currency = currencyOf(fields);
  return (
    <ul aria-label={label} className="-mx-3 divide-y divide-line">
      {fields.map((field, index) => {
        const id = fieldId(index, attachment);
        return (
          <FieldRow
            key={id}
            field={field}
            shown={formatValue(field, currency)}
            isActive={active === id}
            onPoint={(isPointed) => onPoint(isPointed ? id : null)}
          />
        );
      })}
    </ul>
  );
}

/** A field with its value, where it comes from, and buttons. */
export function FieldRow({
  field: { label, value, page, check },
  field,
  shown,
  origin = <FieldOrigin field={field} />,
  actions,
  isActive,
  onPoint,
}: {
  readonly field: Pick<PageField, "label" | "value" | "page" | "check"> & OriginParts;
  readonly shown: string;
  readonly origin?: ReactNode;
  /** More buttons. */
  readonly actions?: ReactNode;
  readonly isActive: boolean;
  readonly onPoint: (isPointed: boolean) => void;
}) {
  return (
    <li
      data-active={isActive || undefined}
      className={clsx(
        "flex flex-wrap items-start gap-x-3 gap-y-1.5 border-l-4 px-3 py-2.5",
        isActive ? "border-l-curtain bg-curtain-soft" : "border-l-transparent",
      )}
      onMouseEnter={() => onPoint(true)}
      onMouseLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
    >
      <div className="min-w-0 grow basis-44">
        <p className="text-quiet text-xs">{label}</p>
        <p className="font-medium">
          <bdi>{shown}</bdi>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-quiet text-xs">
          {origin}
          {check && <Check check={check} />}
        </p>
      </div>
      <div className="flex max-w-full shrink-0 flex-wrap justify-end gap-1.5">
        {page !== null && (
          <Button
            tone="quiet"
            size="tiny"
            aria-label={DOCUMENT_PAGE_TEXTS.showFieldOnPage(label, page)}
            onClick={() => onPoint(true)}
          >
            {DOCUMENT_PAGE_TEXTS.showOnPage(page)}
          </Button>
        )}
        {value !== "" && <CopyButton text={value} label={DOCUMENT_PAGE_TEXTS.copyField(label)} />}
        {actions}
      </div>
    </li>
  );
}

type OriginParts = Pick<PageField, "score" | "setBy" | "read" | "type">;

/** Says how sure processing is of a value or, if a person set it, who that was and what had been read. */
export function FieldOrigin({
  field: { score, setBy, read, type },
}: {
  readonly field: OriginParts;
}) {
  if (!setBy) return <span>{scoreText(score)}</span>;
  return (
    <>
      <bdi>{CORRECTION_TEXTS.setBy(actorText(setBy))}</bdi>
      <bdi>
        {read
          ? CORRECTION_TEXTS.read(formatValue({ ...read, type }), scoreText(read.score))
          : CORRECTION_TEXTS.nothingRead}
      </bdi>
    </>
  );
}

/** Says whether the check of a value has passed. */
function Check({ check }: { readonly check: "passed" | "failed" }) {
  const Icon = check === "passed" ? CircleCheck : CircleX;
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1",
        check === "passed" ? "text-go" : "text-alarm",
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {DOCUMENT_PAGE_TEXTS.checks[check]}
    </span>
  );
}
