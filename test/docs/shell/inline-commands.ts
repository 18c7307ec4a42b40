import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandGroup } from '../../../cli/command.ts';
import { parseInput } from '../../../cli/parsing/parse-arguments.ts';
import { kitFolder } from '../../pact/support.ts';
import { codesIn } from '../parse-page.ts';

/** Such as `plant-store verify URL --only NAME`, wherever a sentence or a table has it. */
export function inlineCommandsIn(document: string): readonly string[] {
  return codesIn(readFileSync(document, 'utf8'))
    .map((code) => code.replaceAll(/\s+/g, ' ').replaceAll('\\|', '|'))
    .filter((code) => /^(?:\w+=\S+ )*(?:npx )?plant-store [a-z-]|^npm (?:run|start|test)\b/.test(code));
}

/** Throws where there is no such command, script or option. */
export async function parseInline(code: string): Promise<void> {
  const [, script] = /^npm (?:run )?([\w:-]+)/.exec(code) ?? [];
  if (script !== undefined) return void wanted(scripts[script], `package.json has no script ${script}`);
  const words = splitWords(code.replace(/^.*?plant-store /, ''));
  if (words[0] === '--version' || words[1] === '--help') return;
  const [name = '', below] = words;
  const { command }: { readonly command: Command | CommandGroup } = await import(
    path.join(kitFolder, 'cli/commands', `${name}.ts`)
  );
  if (!('subcommands' in command)) return void parseInput(command, words.slice(1));
  if (below === undefined) return;
  parseInput(wanted(command.subcommands[below], `${name} has no ${below}`), words.slice(2));
}

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(kitFolder, 'package.json'), 'utf8'),
);

function wanted<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(otherwise);
  return value;
}

/** `[-- NAME...]` is what may be left out. */
function splitWords(line: string): readonly string[] {
  const words = line.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [];
  return words.map((word) => word.replace(/^(['"])(.*)\1$/, '$2').replaceAll(/^\[|\]$|\]…$/g, ''));
}
