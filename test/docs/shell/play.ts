import { readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { environment } from '../../cli/support.ts';
import { type Bash, type Ran, startBash } from './bash.ts';
import { checkout, programsOf } from './checkout.ts';
import { exceptionFor } from './exceptions.ts';
import { type ShellCommand, shellCommandsIn } from './find.ts';
import { isShown } from './output.ts';
import { openPorts, type Ports, TOKEN } from './ports.ts';

/** Runs the commands of a document in their order, as one reader would. Resolves to what went otherwise than it says. */
export async function play(document: string): Promise<readonly string[]> {
  const text = readFileSync(document, 'utf8');
  const commands = shellCommandsIn(document).filter(({ parts }) => parts.some(isRun));
  if (commands.length === 0) return [];
  const folder = await checkout(document);
  const ports = await openPorts(text);
  const statuses = path.join(folder, '.statuses');
  const bash = startBash(folder, {
    ...environment(undefined),
    PORT_4010: String(ports.main),
    OWN_PATH: process.env['PATH'],
    PATH: `${programsOf(folder)}:${process.env['PATH']}`,
    SERVER: path.join(folder, '.server'),
    STATUSES: statuses,
    PACT_DO_NOT_TRACK: 'true',
  });
  const told = [];
  try {
    for (const command of commands) {
      const ran = await runIn({ bash, ports, command }).catch((cause) => {
        throw new Error(`${command.at}: ${command.text}`, { cause });
      });
      const wrong = [...wrongWith(command, ran, folder), ...wrongStatuses(command, statuses)];
      told.push(...wrong.map((words) => `${command.at}: ${command.text}\n  ${words}\n${ran.output}`));
    }
  } finally {
    await bash.end();
    await ports.close();
    await rm(folder, { recursive: true });
  }
  return told;
}

export const isRun = (part: string) => !['&&', '||', ';', ''].includes(part) && !exceptionFor(part);

interface Step {
  readonly bash: Bash;
  readonly ports: Ports;
  readonly command: ShellCommand;
}

async function runIn({ bash, ports, command }: Step): Promise<Ran> {
  const parts = command.parts.map((part) => (exceptionFor(part) ? 'true' : asProgram(part)));
  const line = parts.join(' ').replaceAll('PLANT_STORE_TOKEN=...', `PLANT_STORE_TOKEN=${TOKEN}`);
  if (!/^(?:\w+=\S+ )*(?:npx )?plant-store mock\b(?!.*--help)/.test(line)) {
    await ports.serve(line);
    return bash.run(ports.inside(line));
  }
  await ports.release(/--port[ =](\d+)/.exec(line)?.[1] ?? '4010');
  return bash.serve(ports.inside(line.replace(/ &$/, '')));
}

/** npm's scripts are what package.json says, without a process of npm around them. */
function asProgram(part: string): string {
  const [, name = '', rest = ''] = /^npm (?:run )?([\w:-]+)(?: --(?= |$))?(.*)$/.exec(part) ?? [];
  const script = scripts[name];
  return script === undefined ? part : `${script.replace('node cli/plant-store.cjs', 'plant-store')}${rest}`;
}

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

function wrongWith({ comment, output }: ShellCommand, ran: Ran, folder: string): readonly string[] {
  const [, told = '0'] = /\bexit (?:code )?(\d)\b/.exec(comment) ?? [];
  const exitCode = ran.exitCode === Number(told) ? [] : [`ends with ${ran.exitCode} instead of ${told}:`];
  const shown = output === undefined || output === '' || isShown(output, ran.output, folder);
  return shown ? exitCode : [...exitCode, 'prints otherwise than is shown:'];
}

/** An answer that is no success is one that the document speaks of. */
function wrongStatuses({ text, comment, output }: ShellCommand, file: string): readonly string[] {
  const statuses = readStatuses(file).filter((status) => !/^(?:[23]|000)/.test(status));
  const told = `${text} ${comment} ${output}`;
  return statuses
    .filter((status) => !told.match(/\b\d{3}\b/g)?.includes(status))
    .map((status) => `is answered ${status}:`);
}

function readStatuses(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').match(/\d{3}/g) ?? [];
  } catch {
    return [];
  } finally {
    rmSync(file, { force: true });
  }
}
