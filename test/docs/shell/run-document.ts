import { readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { commandEnvironment } from '../../cli/support.ts';
import { type Bash, type CommandOutput, startBash } from './bash.ts';
import { checkout, programsOf } from './checkout.ts';
import { matchesShown } from './compare-output.ts';
import { type ShellCommand, shellCommandsIn } from './find-commands.ts';
import { type DocumentServers, openDocumentServers, TOKEN } from './ports.ts';
import { findUntestedCommand } from './untested-commands.ts';

/** Runs the commands of a document in their order, as one reader would. Resolves to what went otherwise than it says. */
export async function runDocument(document: string): Promise<readonly string[]> {
  const text = readFileSync(document, 'utf8');
  const commands = shellCommandsIn(document).filter(({ parts }) => parts.some(isExecuted));
  if (commands.length === 0) return [];
  const folder = await checkout(document);
  const ports = await openDocumentServers(text);
  const statuses = path.join(folder, '.statuses');
  const bash = startBash(folder, {
    ...commandEnvironment(undefined),
    PORT_4010: String(ports.mockPort),
    OWN_PATH: process.env['PATH'],
    PATH: `${programsOf(folder)}:${process.env['PATH']}`,
    SERVER: path.join(folder, '.server'),
    STATUSES: statuses,
    CASES: casesOf(text),
    PACT_DO_NOT_TRACK: 'true',
  });
  const problems = [];
  try {
    for (const command of commands) {
      const result = await runCommand({ bash, ports, command }).catch((cause) => {
        throw new Error(`${command.at}: ${command.text}`, { cause });
      });
      const commandProblems = [...outputProblems(command, result, folder), ...statusProblems(command, statuses)];
      problems.push(
        ...commandProblems.map((problem) => `${command.at}: ${command.text}\n  ${problem}\n${result.output}`),
      );
    }
  } finally {
    await bash.end();
    await ports.close();
    await rm(folder, { recursive: true });
  }
  return problems;
}

/**
 * Enough for each test category: complete runs of a correct implementation are in the tests of the gate, and \`.ci/run\` has
 * one. A document with a faulty implementation shows what is found in all cases, and a certificate is only of all cases.
 */
function casesOf(text: string): string {
  return /<!-- 8080: |plant-store certificate/.test(text) ? '' : '120';
}

export const isExecuted = (part: string) => !['&&', '||', ';', ''].includes(part) && !findUntestedCommand(part);

interface Step {
  readonly bash: Bash;
  readonly ports: DocumentServers;
  readonly command: ShellCommand;
}

async function runCommand({ bash, ports, command }: Step): Promise<CommandOutput> {
  const parts = command.parts.map((part) => (findUntestedCommand(part) ? 'true' : resolveScript(part)));
  const line = parts.join(' ').replaceAll('PLANT_STORE_TOKEN=...', `PLANT_STORE_TOKEN=${TOKEN}`);
  if (!/^(?:\w+=\S+ )*(?:npx )?plant-store mock\b(?!.*--help)/.test(line)) {
    await ports.startServersFor(line);
    return bash.run(ports.replacePorts(line));
  }
  await ports.releasePort(/--port[ =](\d+)/.exec(line)?.[1] ?? '4010');
  return bash.serve(ports.replacePorts(line.replace(/ &$/, '')));
}

/** npm's scripts are what package.json says, without a process of npm around them. */
function resolveScript(part: string): string {
  const [, name = '', rest = ''] = /^npm (?:run )?([\w:-]+)(?: --(?= |$))?(.*)$/.exec(part) ?? [];
  const script = scripts[name];
  return script === undefined ? part : `${script.replace('node cli/plant-store.cjs', 'plant-store')}${rest}`;
}

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

function outputProblems({ comment, output }: ShellCommand, result: CommandOutput, folder: string): readonly string[] {
  const [, problems = '0'] = /\bexit (?:code )?(\d)\b/.exec(comment) ?? [];
  const exitCode = result.exitCode === Number(problems) ? [] : [`ends with ${result.exitCode} instead of ${problems}:`];
  const shown = output === undefined || output === '' || matchesShown(output, result.output, folder);
  return shown ? exitCode : [...exitCode, 'prints something else than shown:'];
}

/** An answer that is no success is one that the document speaks of. */
function statusProblems({ text, comment, output }: ShellCommand, file: string): readonly string[] {
  const statuses = readStatuses(file).filter((status) => !/^(?:[23]|000)/.test(status));
  const problems = `${text} ${comment} ${output}`;
  return statuses
    .filter((status) => !problems.match(/\b\d{3}\b/g)?.includes(status))
    .map((status) => `gets ${status}:`);
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
