import { VICTIMS } from "./kill-plan";
import type { CrashProof } from "./prove-crash";

/** Renders the kills by victim, the responses by phase, every loss, and a summary line. */
export function renderProof({ kills, answers, losses, demo }: CrashProof): string {
  const count = (wanted: string, found: readonly string[]) =>
    String(found.filter((one) => one === wanted).length);
  const victims = kills.map(({ victim }) => victim);
  const phases = answers.map(({ phase }) => phase);
  const rows: [string, string][] = [
    ["kill -9", ""],
    ...VICTIMS.map((victim): [string, string] => [`  ${victim}`, count(victim, victims)]),
    ["answered with success", ""],
    ...["created", "uploaded", "reported"].map((phase): [string, string] => [
      `  ${phase}`,
      count(phase, phases),
    ]),
    ["lost", String(losses.length)],
  ];
  const documents = new Set(answers.map(({ uuid }) => uuid)).size;
  return [
    ...rows.map(([name, value]) => `${name.padEnd(24)}${value.padStart(6)}`.trimEnd()),
    ...losses.map(({ uuid, what }) => `lost: ${uuid}: ${what}`),
    ...(demo.code === 0 ? [] : [`The demo itself ended with exit code ${demo.code}.`]),
    `${documents} documents answered, ${losses.length} lost`,
  ].join("\n");
}
