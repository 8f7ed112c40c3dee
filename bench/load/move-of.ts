import { findMove, type Move } from "@/lib/documents/rules/status";

/** Returns the move between two statuses. @throws Error if the table of moves does not have it */
export function moveOf(from: Move["from"], to: Move["to"]): Move {
  const move = findMove(from, to);
  if (!move) throw new Error(`there is no move from ${from} to ${to}`);
  return move;
}
