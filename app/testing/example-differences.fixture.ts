/**
 * Properties with random, time-dependent or machine-dependent values. In an example, such a value need only be of the
 * same kind. Times, UUIDs and URLs are recognised in every property.
 */
const BY_CHANCE = new Set([
  "count",
  "nextAfter",
  "secret",
  "sequence",
  "uploadSignedUrl",
  "connection",
  "headers",
  "phasesMs",
  "totalMs",
  "body",
  "webhook-signature",
  "webhook-timestamp",
]);

const ALIKE = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<uuid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/https?:\/\/[^\s"/]+(?<path>\/external-api\/)/g, "<origin>$<path>"],
  [/https:\/\/[^\s"]+/g, "<webhook>"],
] as const;

const NO_JSON_OBJECT = "[object Object]";

/**
 * Finds the differences between a response and its example: a value of a different kind, a different value that should be
 * the same every time, a missing or an extra property. An example shows only part of a list, so each of its items must
 * match an item in the response.
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
