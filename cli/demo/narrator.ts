/** How a part of a line is shown where there are colours. */
export type Tone = keyof typeof STYLES;

/** Writes the demo's text to a terminal, or to a log. */
export interface Narrator {
  readonly isTerminal: boolean;
  /** The title of the next act. */
  act(title: string): void;
  /** A paragraph, wrapped. */
  say(text: string): void;
  /** A whole line, or the next part of one. */
  write(text: string): void;
  /** The text in a tone; as it is where there are no colours. */
  tone(tone: Tone, text: string): string;
  /** From now on nothing is written. */
  stop(): void;
}

const WIDTH_MAX = 100;
/** What begins and what ends each: green, red, dim, bold. */
const STYLES = { good: [32, 39], bad: [31, 39], quiet: [2, 22], strong: [1, 22] } as const;

/** Colours only where the terminal has them and nobody asked for none (NO_COLOR). */
export function createNarrator(terminal: NodeJS.WriteStream): Narrator {
  // Absent in a log, whatever its type says.
  const isTerminal = terminal.isTTY === true;
  const hasColors = isTerminal && terminal.hasColors();
  const width = Math.min(isTerminal ? terminal.columns - 1 : WIDTH_MAX, WIDTH_MAX);
  let isStopped = false;
  let acts = 0;
  const write = (text: string) => {
    if (!isStopped) terminal.write(text);
  };
  const tone = (kind: Tone, text: string) => {
    const [begin, end] = STYLES[kind];
    return hasColors ? `\x1b[${begin}m${text}\x1b[${end}m` : text;
  };
  return {
    isTerminal,
    act: (title) => {
      acts += 1;
      write(`\n${tone("strong", `${acts}  ${title}`)}\n\n`);
    },
    say: (text) => write(wrapText(text, width)),
    write,
    tone,
    stop: () => {
      isStopped = true;
    },
  };
}

/** Lines of at most `width` characters where words allow it, each ended. */
export function wrapText(text: string, width: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => `${line}\n`).join("");
}
