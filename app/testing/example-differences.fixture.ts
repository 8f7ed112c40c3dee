/**
 * What depends on chance, time or the machine: such a value of an example need only be of the same kind. Times, UUIDs and
 * addresses are recognised wherever they stand.
 */
const BY_CHANCE = new Set([
  ...["count", "nextAfter", "secret", "sequence", "uploadSignedUrl"],
  ...["connection", "headers", "phasesMs", "totalMs"],
  ...["body", "webhook-signature", "webhook-timestamp"],
]);

const ALIKE = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<uuid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/https?:\/\/[^\s"/]+(?<path>\/external-api\/)/g, "<origin>$<path>"],
  [/https:\/\/[^\s"]+/g, "<webhook>"],
] as const;

const NO_JSON_OBJECT = "[object Object]";

/**
 * Where an answer is not as its example says: another kind of value, another value that does not depend on chance, a property
 * too few or too many. Of a list, an example shows a part: each of its items must be like one of the answer.
 */
export function findDifferences(example: unknown, answer: unknown, place = "#"): string[] {
  if (Array.isArray(example) && Array.isArray(answer)) {
    return example.flatMap((item, index) => {
      const found = answer.map((other) => findDifferences(item, other, `${place}/${index}`));
      const [closest = [`${place}/${index} is missing`]] = found.sort(
        (one, other) => one.length - other.length,
      );
      return closest;
    });
  }
  if (isObject(example) && isObject(answer)) {
    const names = new Set([...Object.keys(example), ...Object.keys(answer)]);
    return [...names].flatMap((name) => differencesAt(name, example, answer, `${place}/${name}`));
  }
  return alike(example) === alike(answer)
    ? []
    : [`${place} is ${JSON.stringify(answer)} and not ${JSON.stringify(example)}`];
}

function differencesAt(
  name: string,
  example: Record<string, unknown>,
  answer: Record<string, unknown>,
  place: string,
): string[] {
  if (!(name in answer)) return [`${place} is missing`];
  if (!(name in example)) return [`${place} is not in the example`];
  if (!BY_CHANCE.has(name)) return findDifferences(example[name], answer[name], place);
  return typeof example[name] === typeof answer[name] ? [] : [`${place} is another kind of value`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === NO_JSON_OBJECT && !Array.isArray(value);

const alike = (value: unknown) =>
  typeof value === "string"
    ? ALIKE.reduce((text, [pattern, mark]) => text.replace(pattern, mark), value)
    : value;
