/** Writes the demo's text to a terminal, or to a log. */
export interface Narrator {
  /** The title of the next act. */
  act(title: string): void;
  /** A whole line or part of one. */
  write(text: string): void;
  /** Returns the text in a tone, or unchanged if colours are off. */
  tone(tone: keyof typeof STYLES, text: string): string;
  /** Stops writing. */
  stop(): void;
}

/** The codes that start and end each tone: green, red, dim, bold. */
const STYLES = { good: [32, 39], bad: [31, 39], quiet: [2, 22], strong: [1, 22] } as const;

/** Uses colours only if the terminal supports them and NO_COLOR is not set. */
export function createNarrator(terminal: NodeJS.WriteStream): Narrator {
  let isStopped = false;
  let acts = 0;
  const write = (text: string) => {
    if (!isStopped) terminal.write(text);
  };
  const tone: Narrator["tone"] = (kind, text) => {
    const [begin, end] = STYLES[kind];
    return terminal.isTTY && terminal.hasColors() ? `\x1b[${begin}m${text}\x1b[${end}m` : text;
  };
  const act = (title: string) => {
    acts += 1;
    write(`\n${tone("strong", `${acts}  ${title}`)}\n\n`);
  };
  const stop = () => {
    isStopped = true;
  };
  return { act, write, tone, stop };
}
