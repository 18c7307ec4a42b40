import { readFileSync } from 'node:fs';
import { blocksOf } from '../parse-page.ts';
import { commandsOfScript, type ScriptCommand } from './script.ts';

export interface ShellCommand extends ScriptCommand {
  /** Such as `docs/reference/control-api.md:10`. */
  readonly at: string;
  /** The output that the document shows; undefined if it shows none. */
  readonly output: string | undefined;
}

const languages = ['sh', 'bash', 'shell', 'zsh', 'console'];

/** In the order of the document. */
export function shellCommandsIn(document: string): readonly ShellCommand[] {
  if (document.endsWith('.yml')) return headerCommands(document);
  return blocksOf(document)
    .filter(({ kind }) => languages.includes(kind.split(' ')[0] ?? ''))
    .flatMap(({ at, kind, text }) => (kind === 'console' ? consoleCommands(at, text) : commands(at, text)));
}

/** Blocks with commands but without a language, which would be ignored. */
export function unlabeledCommandsIn(document: string): readonly string[] {
  return blocksOf(document)
    .filter(({ kind }) => !languages.includes(kind) && !/^(?:ya?ml|json|ts|js|xml|http|diff)\b/.test(kind))
    .filter(({ text }) => /^(?:\$ |npx |npm |plant-store |curl |docker |git )/m.test(text))
    .map(({ at }) => at);
}

/** `at` is the line of the fence. */
function commands(at: string, text: string): readonly ShellCommand[] {
  return commandsOfScript(text).map((one) => ({ ...one, at: below(at, one.line + 1), output: undefined }));
}

/** `$ command`, and below it what it prints. */
function consoleCommands(at: string, text: string): readonly ShellCommand[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
  return starts.flatMap((start, index) => {
    let end = start + 1;
    while (lines[end - 1]?.endsWith('\\')) end++;
    const [command] = commandsOfScript(lines.slice(start, end).join('\n').slice(2));
    const output = lines
      .slice(end, starts[index + 1])
      .join('\n')
      .trim();
    return command === undefined ? [] : [{ ...command, at: below(at, start + 1), output }];
  });
}

/** The commands in the header comment of a YAML file. */
function headerCommands(file: string): readonly ShellCommand[] {
  const [header = ''] = /^(?:#.*\n)*/.exec(readFileSync(file, 'utf8')) ?? [];
  return header.split('\n').flatMap((line, index) => {
    const [, text] = /^# ((?:docker|npx|npm|plant-store) .*?)(?: {2,}.*)?$/.exec(line) ?? [];
    return text === undefined ? [] : commands(`${file}:${index}`, text);
  });
}

function below(at: string, lines: number): string {
  return at.replace(/\d+$/, (line) => String(Number(line) + lines));
}
