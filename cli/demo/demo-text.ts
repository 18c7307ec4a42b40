/** What `plant-store demo` prints around the report of its run. */
import type { TextStyle } from '../../contracts/render/text/terminal.ts';
import { consoleUrl } from '../../mock/start/startup-message/startup-message.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { TOKEN_VARIABLE } from '../../shell/credential-text.ts';
import { formatKitCommand } from '../../shell/kit-command.ts';

/** Few random bodies, so that the run takes seconds; repeatable, so that the page in the docs stays true. */
export const demoRun = { cases: 10, seed: 1 } as const;

export interface DemoServers {
  /** Of the mock, like `token` and `controlToken`. */
  readonly url: string;
  readonly token: string;
  readonly controlToken: string | undefined;
  /** Of the faulty implementation. */
  readonly shopUrl: string;
  /** The path of the document. */
  readonly document: string;
}

/** The lines before the run. */
export function mockLines({ shopUrl, document, ...mock }: DemoServers, { bold, dim }: TextStyle): readonly string[] {
  return [
    bold('1. A mock server, from one OpenAPI document'),
    `${dim('document')}  ${sanitizeLine(document)}`,
    `${dim('console')}   ${consoleUrl({ ...mock, isControlTokenSecret: false })}  (open it in a browser)`,
    `${dim('try')}       curl ${mock.url}/products -H 'Authorization: Bearer ${mock.token}'`,
    '',
    bold('2. An implementation with three defects, checked against the same document'),
    `${dim('run')}       ${sanitizeLine(verifyCommand({ shopUrl, document }))}`,
    '',
  ];
}

function verifyCommand({ shopUrl, document }: Pick<DemoServers, 'shopUrl' | 'document'>): string {
  const options = [
    ['spec', document],
    ['cases', String(demoRun.cases)],
    ['seed', String(demoRun.seed)],
  ] as const;
  return formatKitCommand({ command: 'verify', positionals: [shopUrl], options });
}

/** The lines after it. */
export function nextLines(
  { staysOpen, token }: { readonly staysOpen: boolean; readonly token: string },
  { bold, dim }: TextStyle,
): readonly string[] {
  const width = Math.max(...nextCommands.map(([command]) => command.length));
  return [
    bold('3. Now with your own document'),
    ...nextCommands.map(([command, purpose]) => `  ${command.padEnd(width)}  ${dim(purpose)}`),
    ...(staysOpen ? runningLines(token) : []),
  ];
}

const nextCommands = [
  ['plant-store mock --spec openapi.yaml', 'a mock server for your frontend'],
  ['plant-store verify http://127.0.0.1:8080 --spec openapi.yaml', 'checks your service'],
  ['plant-store init --spec openapi.yaml', 'writes the settings for all commands'],
] as const;

function runningLines(token: string): readonly string[] {
  return [
    '',
    'The mock and the faulty implementation run until Ctrl-C. Commands of this screen that send requests need:',
    `  export ${TOKEN_VARIABLE}=${token}`,
  ];
}
