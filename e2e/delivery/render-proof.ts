import { DELIVERY_VICTIMS, type DeliveryPlan, type DeliveryProof } from "./prove-delivery";

const FAULTS_SHOWN_MAX = 50;

/** Renders the kills by victim, the deliveries and their repeats, every fault, and a summary line. */
export function renderProof({ seed }: DeliveryPlan, proof: DeliveryProof): string {
  const { answered, arrivals, kills, faults } = proof;
  const accepted = arrivals.filter(({ isAccepted }) => isAccepted);
  const ids = new Set(arrivals.map(({ webhookId }) => webhookId)).size;
  const repeats = accepted.length - new Set(accepted.map(({ webhookId }) => webhookId)).size;
  const rows: [string, number | ""][] = [
    ["kill -9", ""],
    ...DELIVERY_VICTIMS.map((victim): [string, number] => [
      `  ${victim}`,
      kills.filter((kill) => kill.victim === victim).length,
    ]),
    ["changes answered", answered.length],
    ["notifications", ids],
    ["requests", arrivals.length],
    ["  not accepted", arrivals.length - accepted.length],
    ["  accepted more than once", repeats],
    ["lost", faults.lost.length],
    ["other faults", faults.others.length],
  ];
  const sentences = [...faults.lost, ...faults.others];
  return [
    ...rows.map(([name, value]) => `${name.padEnd(24)}${String(value).padStart(6)}`.trimEnd()),
    ...sentences.slice(0, FAULTS_SHOWN_MAX).map((sentence) => `fault: ${sentence}`),
    `seed ${seed}: ${kills.length} kills, ${answered.length} changes answered, ${faults.lost.length} lost, ` +
      `${repeats} repeated with the same id and bytes, ${faults.others.length} other faults`,
  ].join("\n");
}
