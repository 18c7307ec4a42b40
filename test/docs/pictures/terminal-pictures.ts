/** The commands whose output is drawn, run in a terminal as people run them. */
import { execFile } from 'node:child_process';
import { drawSvg } from './draw-svg.ts';
import { kit, launcher, pictureEnvironment, withFolder, withStore } from './environment.ts';
import { type Line, parseScreen, type Span, wrapLine } from './terminal.ts';

export interface TerminalPicture {
  /** Of the file. */
  readonly name: string;
  readonly title: string;
  /** As a person types it; `8080` stands for the port that was free. */
  readonly command: string;
  /** The store of `test/evals/zoo` that is judged, unless it is the fake store. */
  readonly store?: string;
  readonly exitCode: number;
  /** How many lines are shown from above and from below; what is between is counted. */
  readonly shown: readonly [first: number, last: number];
}

export const terminalPictures: readonly TerminalPicture[] = [
  {
    name: 'demo',
    title:
      'plant-store demo: a mock server from one OpenAPI document, the faults of an implementation, commands for your own document',
    command: 'npx plant-store demo --once',
    exitCode: 0,
    shown: [100, 0],
  },
  {
    name: 'gate',
    title: 'plant-store gate: six stages, each with its verdict, advice, and conforms: 0 errors',
    command: 'npx plant-store gate --seed 1',
    exitCode: 0,
    shown: [0, 12],
  },
  {
    name: 'verify',
    title:
      'plant-store verify: an implementation accepts a string as an id; the line of the contract, the request and the response',
    command: 'npx plant-store verify http://127.0.0.1:8080 --seed 1',
    store: 'takes-numeric-string-as-id',
    exitCode: 1,
    shown: [23, 1],
  },
];

const COLUMNS = 110;

/** Runs it. Ports and the folder of the reports are replaced; times are those of this run. */
export async function drawPicture(picture: TerminalPicture): Promise<string> {
  const output = await runCommand(picture);
  const screen = parseScreen(output.replaceAll(/(127\.0\.0\.1):\d+/g, '$1:8080').trimEnd());
  const prompt: Line = [
    { text: '$ ', isDim: true },
    { text: picture.command, isBold: true },
  ];
  const lines = [prompt, ...shortened(screen, picture.shown)].flatMap((line) => wrapLine(line, COLUMNS));
  return drawSvg({ title: picture.title, lines, columns: COLUMNS });
}

/** The same for all runs: a picture is renewed for more than another time. */
export function withoutTimes(svg: string): string {
  return svg.replaceAll(/\d+\.\d s\b/g, 'TIME').replaceAll(/ textLength="[\d.]+"/g, '');
}

/** A gate writes its reports to a folder of its own, and calls it what it is called without `--out`. */
function runCommand({ command, store, exitCode }: TerminalPicture): Promise<string> {
  const line = command.replace('npx plant-store', `'${process.execPath}' '${launcher}'`);
  if (store !== undefined)
    return withStore(store, (url) => inTerminal(line.replace('http://127.0.0.1:8080', url), exitCode));
  return withFolder(async (folder) =>
    (await inTerminal(`${line} --out '${folder}'`, exitCode)).replaceAll(folder, 'report'),
  );
}

/** `script` gives it a terminal. Throws an Error when it ends otherwise. */
function inTerminal(line: string, exitCode: number): Promise<string> {
  const args = ['-qec', `stty cols ${COLUMNS} && ${line}`, '/dev/null'];
  return new Promise((resolve, reject) => {
    const child = execFile('script', args, { cwd: kit, env: pictureEnvironment() }, (error, output) => {
      const ended = error === null ? 0 : error.code;
      if (ended === exitCode) resolve(output);
      else reject(new Error(`${line}: expected exit code ${exitCode}, got ${ended}: ${output}`));
    });
    child.stdin?.end();
  });
}

function shortened(lines: readonly Line[], [first, last]: TerminalPicture['shown']): readonly Line[] {
  const left = lines.length - first - last;
  const note: Span = { text: `⋯ ${left} more lines`, isDim: true };
  return left <= 0 ? lines : [...lines.slice(0, first), [note], ...lines.slice(lines.length - last)];
}
