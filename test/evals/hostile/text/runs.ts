/** The commands of the kit before documents, pacts and implementations that are all payload, each as a process of its own. */
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportFormats } from '../../../../contracts/render/write-reports.ts';
import type { CommandResult } from '../../../cli/run-in-thread.ts';
import { runWithoutToken } from '../../../cli/support.ts';
import { freePort } from '../../../free-port.ts';
import { hostileDocument } from './document.ts';
import { hostilePact } from './pact.ts';
import { payload } from './payload.ts';
import { hostileServer } from './server.ts';

export interface TextRuns {
  /** By the command, with `--json` where that was asked for. */
  readonly printed: ReadonlyMap<string, CommandResult>;
  /** By `COMMAND/FORMAT`, or the name of the file in the folder of the gate. */
  readonly files: ReadonlyMap<string, string>;
}

/** Into an empty folder. */
export async function runAll(folder: string): Promise<TextRuns> {
  const at = (name: string) => path.join(folder, name);
  writeInputs(at);
  const server = await hostileServer();
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  const base = `http://127.0.0.1:${port}`;
  const spec = ['--spec', at('new.json')];
  const printed = new Map<string, CommandResult>();
  const run = async (name: string, ...args: readonly string[]) => {
    const ended = await runWithoutToken(...name.split(' '), ...args);
    printed.set(args.includes('--json') ? `${name} --json` : name, ended);
    return ended;
  };
  const reports = (name: string) =>
    reportFormats.flatMap((format) => ['--report', `${format}=${at(`${name}/${format}`)}`]);
  try {
    await run('verify', base, ...spec, '--budget', '60', ...reports('verify'));
    await run('verify', base, ...spec, '--budget', '20', '--json');
    await run('diff', at('old.json'), at('new.json'), ...reports('diff'));
    await run('diff', at('old.json'), at('new.json'), '--json');
    await run('pact compare', '--pact', at('pact.json'), ...spec, ...reports('compare'));
    await run('pact compare', '--pact', at('pact.json'), ...spec, '--json');
    await run('pact verify', base, '--pact', at('pact.json'), ...spec, ...reports('pact'));
    await run('pact verify', base, '--pact', at('pact.json'), ...spec, '--json');
    await run('pact record', ...spec);
    await run('pact record', ...spec, '--out', at('recorded/'), '--json');
    await run('replay', caseIn(at('verify/json')), base, ...spec);
    await run('replay', caseIn(at('verify/json')), base, ...spec, '--json');
    await run('gate', ...(await gateOf(at)), ...spec);
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
  return { printed, files: filesIn(folder) };
}

function writeInputs(at: (name: string) => string): void {
  for (const name of ['verify', 'diff', 'compare', 'pact', 'recorded']) mkdirSync(at(name));
  writeFileSync(at('new.json'), JSON.stringify(hostileDocument('new')));
  writeFileSync(at('old.json'), JSON.stringify(hostileDocument('old')));
  writeFileSync(at('pact.json'), JSON.stringify(hostilePact));
  const waiver = {
    id: 'status-declared/listItems/0123456789ab',
    reason: payload('reason'),
    expires: '2999-01-31',
  };
  writeFileSync(at('waivers.json'), JSON.stringify({ waivers: [waiver] }));
}

/** With an implementation that writes on its own output. */
async function gateOf(at: (name: string) => string): Promise<readonly string[]> {
  const port = await freePort();
  const script = fileURLToPath(new URL('server.ts', import.meta.url));
  return [
    `http://127.0.0.1:${port}`,
    ...['--start', `'${process.execPath}' '${script}' ${port}`],
    ...['--baseline', at('old.json'), '--pact', at('pact.json'), '--waivers', at('waivers.json')],
    ...['--budget', '60', '--out', at('gate')],
  ];
}

function caseIn(report: string): string {
  const [, id = ''] = /"caseId": ("[^"\\]*")/.exec(readFileSync(report, 'utf8')) ?? [];
  return String(JSON.parse(id));
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), readFileSync(file, 'utf8')] as const;
    }),
  );
}
