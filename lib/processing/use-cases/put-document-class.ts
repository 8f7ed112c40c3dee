import type { Clock } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError, type InputError } from "@/lib/kernel/rules/errors";
import type { Vocabulary } from "../ports";
import type { DocumentClass } from "../rules/judging/judgement";
import { UNKNOWN_CLASS } from "../rules/judging/shipped-classes";

/** The maximum number of an installation's own classes, because classification checks each of them for every document. */
const OWN_CLASSES_MAX = 200;

/** The settings of a class; for a shipped class, only whether it is active. */
export interface GivenClass {
  readonly id: string;
  readonly isActive: boolean;
  readonly labels?: DocumentClass["labels"] | undefined;
  readonly keywords?: DocumentClass["keywords"] | undefined;
  readonly fields?: DocumentClass["fields"] | undefined;
}

/**
 * Adds or replaces an installation's own class, or activates or deactivates a shipped class. Documents that have been
 * classified keep their class.
 * @throws DomainError `validation-failed` if a shipped class would change, if an own class has no labels, if `unknown`
 * would be deactivated, or if there are already 200 own classes
 */
export async function putDocumentClass(
  { vocabulary, clock }: { vocabulary: Vocabulary; clock: Clock },
  values: GivenClass,
  author: Author,
): Promise<DocumentClass> {
  const classes = await vocabulary.listClasses();
  const known = classes.find(({ id }) => id === values.id);
  const saved = known?.isShipped ? switched(known, values) : defined(values);
  const owned = classes.filter(({ isShipped }) => !isShipped).length;
  if (!known && owned >= OWN_CLASSES_MAX) {
    const detail = `You already have ${OWN_CLASSES_MAX} classes of your own, which is the limit. Change one of them.`;
    throw new DomainError("validation-failed", detail);
  }
  const at = clock.now();
  const subject = `document-class:${saved.id}`;
  await vocabulary.saveClass(saved, at, { at, author, action: "document-class-changed", subject });
  return saved;
}

function switched(shipped: DocumentClass, values: GivenClass): DocumentClass {
  const changed = (["labels", "keywords", "fields"] as const).filter(
    (property) => values[property] !== undefined,
  );
  const errors: InputError[] = changed.map((property) => ({
    pointer: `#/${property}`,
    detail: "cannot be changed: the class is shipped with Stagedoor",
  }));
  if (shipped.id === UNKNOWN_CLASS && !values.isActive) {
    const detail = "must be true: a document that fits no other class is always unknown";
    errors.push({ pointer: "#/isActive", detail });
  }
  if (errors.length > 0) throw invalid(errors);
  return { ...shipped, isActive: values.isActive };
}

function defined({ id, isActive, labels, keywords = [], fields = [] }: GivenClass): DocumentClass {
  if (!labels) throw invalid([{ pointer: "#/labels", detail: "is missing" }]);
  return { id, isActive, isShipped: false, labels, keywords, fields };
}

const invalid = (errors: readonly InputError[]) =>
  new DomainError(
    "validation-failed",
    "The class was not saved. Correct the values that `errors` lists.",
    {
      errors,
    },
  );
