"use client";

import { Check } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import useSwr from "swr";
import type { CorrectionChoicesAnswer } from "@/lib/http/documents/correction-schemas";
import type { PageField } from "@/lib/http/documents/document-page-schemas";
import {
  normaliseValue,
  valueInWords,
} from "@/lib/processing/rules/judging/correcting/normalise-value";
import { SWR_OPTIONS } from "../../../api/swr-options";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { UI_TEXTS } from "../../../texts/en/ui-texts";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/field";
import { LoadFailure } from "../../../ui/load-failure";
import { SearchField } from "../../../ui/search-field";
import type { ChosenClass, FieldChange, ShownField } from "./shown-results";
import type { Corrections } from "./use-corrections";
import { type PointedWords, selectedWords, usePointedWords } from "./use-pointed-words";

const CHOICES = "/api/cockpit/processing/correction-choices";

/** A cleared field starts empty, so that opening it does not restore its value. */
const shownText = (change: FieldChange) => (change.kind === "set" ? change.value : "");

/** Edits the value of a field. Words that are selected in the preview become the value. */
export function FieldEditor({
  field,
  corrections,
  onClose,
}: {
  readonly field: ShownField;
  readonly corrections: Corrections;
  readonly onClose: () => void;
}) {
  const { key, label, type, change, field: saved } = field;
  const [initial] = useState(() => (change ? shownText(change) : (saved?.value ?? "")));
  const [text, setText] = useState(initial);
  const [pointed, setPointed] = useState<PointedWords | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector("input")?.focus();
  const take = (words: PointedWords) => {
    const found = valueInWords(type, words.text);
    if ("problem" in found) return setProblem(found.problem);
    setText(found.value);
    setPointed(words);
    setProblem(null);
    focus();
  };
  usePointedWords(form, take);
  const begin = useEffectEvent(() => {
    const takesSelection = corrections.edited?.takesSelection === true;
    // The focus takes the selection away.
    const words = takesSelection ? selectedWords(form.current) : null;
    focus();
    if (words) take(words);
    if (takesSelection) corrections.edit({ id: key });
  });
  useEffect(() => begin(), []);
  /** Returns false if the value is invalid. */
  const apply = () => {
    if (text.trim() === initial.trim() && !pointed) return true;
    const normalised = normaliseValue(type, text);
    if ("problem" in normalised) {
      setProblem(normalised.problem);
      focus();
      return false;
    }
    const { value } = normalised;
    corrections.change(
      key,
      value === saved?.value ? null : { kind: "set", value, ...placeOf(pointed) },
    );
    return true;
  };
  useOpenEditor(corrections, apply, onClose);
  const end = (kind: "clear" | "absent") => {
    corrections.change(key, { kind });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (apply()) onClose();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form ref={form} onSubmit={submit} onKeyDown={leave} noValidate className="mb-2">
      <ValueField
        label={label}
        name={field.name}
        type={type}
        text={text}
        isChanged={text !== initial}
        problem={problem}
        description={
          pointed
            ? CORRECTION_TEXTS.pointedAt(pointed.page, pointed.text)
            : CORRECTION_TEXTS.pointHint
        }
        onChange={(next) => {
          setText(next);
          setPointed(null);
          setProblem(null);
        }}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" tone="primary" size="tiny">
          {CORRECTION_TEXTS.apply}
        </Button>
        <Button size="tiny" onClick={onClose}>
          {UI_TEXTS.cancel}
        </Button>
        {saved && (
          <Button size="tiny" onClick={() => end("clear")}>
            {CORRECTION_TEXTS.clear}
          </Button>
        )}
        <Button size="tiny" onClick={() => end("absent")}>
          {CORRECTION_TEXTS.absent}
        </Button>
      </div>
    </form>
  );
}

const placeOf = (pointed: PointedWords | null) =>
  pointed && {
    page: pointed.page,
    text: pointed.text,
    bbox: pointed.bbox && ([...pointed.bbox] as [number, number, number, number]),
  };

/** While the editor is open, approving and saving apply its value first. */
function useOpenEditor(corrections: Corrections, apply: () => boolean, onClose: () => void) {
  const { setOpenEditor } = corrections;
  const applyLatest = useEffectEvent(() => {
    const isApplied = apply();
    if (isApplied) onClose();
    return isApplied;
  });
  useEffect(() => {
    setOpenEditor(() => applyLatest());
    return () => setOpenEditor(null);
  }, [setOpenEditor]);
}

/** The input that fits the type of a field, with its check as the user types. */
function ValueField({
  label,
  name,
  type,
  text,
  isChanged,
  problem,
  description,
  onChange,
}: {
  readonly label: string;
  readonly name: string;
  readonly type: PageField["type"];
  readonly text: string;
  readonly isChanged: boolean;
  readonly problem: string | null;
  readonly description: string;
  readonly onChange: (text: string) => void;
}) {
  const list = useId();
  const isChecked = type === "iban" || type === "vat-id";
  const result = isChecked && isChanged && text.length > 4 ? normaliseValue(type, text) : null;
  const live = result && "problem" in result ? result.problem : null;
  const shownProblem = problem ?? live;
  return (
    <>
      <TextField
        label={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        error={shownProblem && CORRECTION_TEXTS.problem(shownProblem)}
        description={description}
        autoComplete="off"
        spellCheck={type === "text"}
        {...INPUTS[type]}
        {...(type === "party" ? { list } : {})}
      />
      {result && "check" in result && result.check === "passed" && (
        <p role="status" className="mt-1 inline-flex items-center gap-1 text-go text-sm">
          <Check aria-hidden className="size-4" />
          {CORRECTION_TEXTS.checkPassed}
        </p>
      )}
      {type === "party" && <KnownParties id={list} name={name} />}
    </>
  );
}

const INPUTS: Partial<Record<PageField["type"], { type?: "date"; inputMode?: "decimal" }>> = {
  date: { type: "date" },
  amount: { inputMode: "decimal" },
  decimal: { inputMode: "decimal" },
};

/** Suggests parties that this field had before, and the names of assets. */
function KnownParties({ id, name }: { readonly id: string; readonly name: string }) {
  const { data } = useSwr<CorrectionChoicesAnswer>(CHOICES, SWR_OPTIONS);
  const parties = data?.parties.filter(
    ({ fields }) => fields.length === 0 || fields.includes(name),
  );
  return (
    <datalist id={id}>
      {parties?.map((party) => (
        <option key={party.name} value={party.name} />
      ))}
    </datalist>
  );
}

/** Finds a class by its name. Enter chooses the first match. */
export function ClassChooser({
  current,
  onChoose,
  onClose,
}: {
  readonly current: string | null;
  readonly onChoose: (chosen: ChosenClass) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const { data, error, mutate } = useSwr<CorrectionChoicesAnswer>(CHOICES, SWR_OPTIONS);
  const matches = data ? matchesIn(data, text) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = matches;
    if (first) onChoose(first);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <form ref={form} onSubmit={submit} onKeyDown={leave}>
      <SearchField label={CORRECTION_TEXTS.searchClasses} value={text} onChange={setText} />
      {error !== undefined && <LoadFailure error={error} onRetry={() => void mutate()} />}
      {!data && error === undefined && (
        <p className="mt-2 text-quiet text-sm">{UI_TEXTS.loading}</p>
      )}
      {data && matches.length === 0 && (
        <p role="status" className="mt-2 text-quiet text-sm">
          {CORRECTION_TEXTS.noClasses}
        </p>
      )}
      <ul
        aria-label={CORRECTION_TEXTS.classChoices}
        className="my-2 max-h-64 overflow-y-auto p-0.5"
      >
        {matches.map((choice) => (
          <li key={choice.documentClass}>
            <Button
              tone="quiet"
              className="w-full justify-start"
              aria-current={choice.documentClass === current || undefined}
              onClick={() => onChoose(choice)}
            >
              {choice.label}
              {data?.recentClasses.includes(choice.documentClass) && (
                <span className="text-quiet text-xs">{CORRECTION_TEXTS.recent}</span>
              )}
              {choice.documentClass === current && <Check aria-hidden />}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="tiny" onClick={onClose}>
        {UI_TEXTS.cancel}
      </Button>
    </form>
  );
}

/** Returns the classes whose names contain the text, recently used ones first. */
function matchesIn({ classes, recentClasses }: CorrectionChoicesAnswer, text: string) {
  const search = text.trim().toLowerCase();
  const rank = (id: string) =>
    recentClasses.includes(id) ? recentClasses.indexOf(id) : classes.length;
  return classes
    .filter(({ label }) => label.toLowerCase().includes(search))
    .toSorted((a, b) => rank(a.documentClass) - rank(b.documentClass));
}
