/** Errors of the kit itself, never of the implementation under test: one table, one class. */
interface ErrorEntry {
  readonly title: string;
  readonly fix: string;
}

const errorTable = {
  'option-unknown': { title: 'Unknown option', fix: 'List the options with --help.' },
  'option-invalid': {
    title: 'Invalid option or argument',
    fix: 'Correct or leave out what the line above names; --help lists the values.',
  },
  'command-unknown': { title: 'Unknown command', fix: 'List the commands with: plant-store --help' },
  'argument-missing': { title: 'Missing argument', fix: 'Add it; --help shows the usage.' },
  'file-unwritable': {
    title: 'Cannot write the file',
    fix: 'Check that the folder exists, is writable and has free disk space.',
  },
  'folder-busy': {
    title: 'Another run writes to the folder',
    fix: 'Wait until it ends, or give another folder with --out. If the run was killed on another machine or in another container, its lock expires after one minute.',
  },
  'spec-unreadable': {
    title: 'Cannot read the document',
    fix: 'Check that the path or URL is correct and that this machine can read it.',
  },
  'git-unusable': {
    title: 'git does not work here',
    fix: 'Install git, and run this in a clone of the repository.',
  },
  'git-ref-unknown': {
    title: 'Unknown git commit',
    fix: 'Give a branch, tag or commit that this clone contains. CI servers often fetch only one: git fetch --depth=1 origin BRANCH, then git:FETCH_HEAD:path.',
  },
  'git-file-unknown': {
    title: 'No such file in that commit',
    fix: 'Give the path from the root of the repository, or with ./ from the current folder; list the files with: git ls-tree -r --name-only REF. A new contract has no earlier version: leave out the baseline.',
  },
  'spec-syntax': {
    title: 'The document is not valid YAML or JSON',
    fix: 'Fix the syntax at the line above.',
  },
  'spec-invalid': {
    title: 'The document is not valid OpenAPI',
    fix: 'Fix the location above; see the OpenAPI 3.0 or 3.1 specification.',
  },
  'spec-version': {
    title: 'Unsupported OpenAPI version',
    fix: 'Give a document with "openapi: 3.0.x", "3.1.x", "3.2.x" or "swagger: 2.0".',
  },
  'spec-ref': {
    title: 'Cannot resolve a $ref',
    fix: 'Point it to an existing location in the same document, or in a file in its folder or below.',
  },
  'schema-uncompilable': {
    title: 'A schema cannot be compiled',
    fix: 'Use the JSON Schema keywords of the OpenAPI version; patterns are ECMA-262 regular expressions.',
  },
  'operations-missing': {
    title: 'The document declares no operations',
    fix: 'Declare at least one operation under "paths".',
  },
  'port-taken': {
    title: 'The port is in use',
    fix: 'Choose another port with --port, or a free one with --port 0.',
  },
  'prefix-invalid': {
    title: 'The contracts cannot be served together',
    fix: 'Give each a unique prefix, such as --spec /shop=pets.yaml.',
  },
  'tls-unusable': {
    title: 'Cannot serve HTTPS',
    fix: 'Give a certificate and its key, both in PEM, with --tls-cert and --tls-key; or generate one with --tls.',
  },
  'record-invalid': {
    title: 'Invalid record',
    fix: 'Give a record that is valid against the schema of its collection, under the path of a collection of the contract.',
  },
  'rule-invalid': {
    title: 'Invalid rule',
    fix: 'A rule is { when: {...}, skip: N, times: N, then: { status, body, headers, example, delay, fault } }; see docs/how-to/simulate-errors-and-delays.md.',
  },
  'wait-timeout': {
    title: 'The expected requests did not arrive',
    fix: 'Check the request journal for what arrived; if the requests are slow, give a longer timeout.',
  },
  'store-closed': {
    title: 'The mock server is closed',
    fix: 'Wait for pending calls before you close the mock server.',
  },
  'storage-unreachable': {
    title: 'Cannot reach the shared storage',
    fix: 'Check that the server runs and that --store or PLANT_STORE_STORE has its address. Without the option, data is kept in memory.',
  },
  'storage-file-invalid': {
    title: 'Cannot use the storage file',
    fix: 'Name another file with --store file:PATH.',
  },
  'workers-failed': {
    title: 'The worker processes keep exiting',
    fix: 'See the lines above for the cause. Without --workers, the mock server runs in one process.',
  },
  'listen-failed': { title: 'Cannot listen on the address', fix: 'Check --host and --port.' },
  'target-invalid': {
    title: 'Invalid base URL',
    fix: 'Give an http or https URL such as http://127.0.0.1:4010.',
  },
  'target-unreachable': {
    title: 'The implementation does not respond',
    fix: 'Start it, and check the base URL.',
  },
  'nothing-mounted': {
    title: 'None of the operations is there',
    fix: 'Check the base path and the port of the base URL, and that the implementation serves this contract.',
  },
  'start-taken': {
    title: 'A server already listens where the implementation will be started',
    fix: 'Stop that server; or leave out --start to check it.',
  },
  'start-failed': {
    title: 'The implementation did not start',
    fix: 'Run the command by hand: it must stay in the foreground and respond at --wait-for with a status below 500. If it starts slowly, give a longer --start-timeout.',
  },
  'start-unstoppable': {
    title: 'Cannot stop the implementation',
    fix: 'Check which processes of that group still run, such as those of another user; start it without sudo.',
  },
  'start-unsupported': {
    title: '--start is not supported here',
    fix: 'Start the implementation yourself and give its base URL; or run this in WSL or a container.',
  },
  'credentials-rejected': {
    title: 'The implementation rejects the credentials',
    fix: 'Give a valid token in the environment variable PLANT_STORE_TOKEN or with --token; for basic it is user:password. For several schemes, give each as NAME=VALUE in PLANT_STORE_AUTH or with --auth.',
  },
  'credentials-missing': {
    title: 'The contract requires credentials, and none were given',
    fix: 'Give a token in PLANT_STORE_TOKEN or with --token; for other schemes NAME=VALUE in PLANT_STORE_AUTH or with --auth. To get one that expires, let the run log in: --login-command, PLANT_STORE_USERNAME or PLANT_STORE_CLIENT_ID.',
  },
  'login-failed': {
    title: 'No credential could be obtained',
    fix: 'Check the token endpoint, or get a token yourself and give it in PLANT_STORE_TOKEN.',
  },
  'valid-request-rejected': {
    title: 'No valid request is accepted, so nothing can be checked',
    fix: 'Look at the response: is this the right service and base path? In the contract, give bodies and parameters examples that exist there; a DELETE of an earlier run may have deleted those records.',
  },
  'nothing-checked': {
    title: 'Nothing was checked',
    fix: 'Check that the contract declares operations for which requests can be generated; if you use --only, widen it.',
  },
  'case-unknown': {
    title: 'Unknown test case',
    fix: 'Copy the id from a finding; ids depend on the document given with --spec.',
  },
  'reports-unmergeable': {
    title: 'Cannot merge the reports',
    fix: 'Give the JSON reports of all shards of one run: verify ... --shard 1/3 --report json=shard-1.json, and so on.',
  },
  'check-unknown': { title: 'Unknown check, test category or error code', fix: 'List them with: plant-store explain' },
  'lint-unfinished': {
    title: 'The lint of the contract did not finish',
    fix: 'This is a bug in the bundled linter (@redocly/openapi-core): report it with the document.',
  },
  'pact-unreadable': { title: 'Cannot read the pact', fix: 'Check the path given with --pact.' },
  'pact-unverifiable': {
    title: 'Cannot verify the pact reliably',
    fix: 'Generate it again with its consumer: with at least one interaction, and none twice.',
  },
  'pact-verifier-failed': {
    title: 'The Pact verifier did not finish',
    fix: 'See its last lines above; run again, or with a longer timeout.',
  },
  'pact-unpublishable': {
    title: 'Cannot publish the pact',
    fix: 'Publish pacts that consumer tests wrote, one for each consumer and provider.',
  },
  'broker-unreachable': {
    title: 'The broker does not respond',
    fix: 'Start it, and check --broker or PACT_BROKER_BASE_URL.',
  },
  'broker-rejected': {
    title: 'The broker rejects the request',
    fix: 'See its response above.',
  },
  'broker-unusable': {
    title: 'The responses of the broker are unusable',
    fix: 'Check that --broker is the base URL of a Pact Broker, the same as in its own PACT_BROKER_BASE_URL.',
  },
  'broker-cli-failed': {
    title: 'The Pact Broker client failed',
    fix: 'See its last lines above, and run again.',
  },
  'consumer-tests-failed': {
    title: 'The consumer tests failed',
    fix: 'Run them alone with: npx vitest run contracts/pact/consumer',
  },
  'waivers-unreadable': {
    title: 'Cannot read the waivers',
    fix: 'Check the path given with --waivers.',
  },
  'waivers-invalid': {
    title: 'Invalid waivers',
    fix: 'Write each as { id: ID of a finding, as in a report, reason: why it is accepted, expires: 2027-01-31 }.',
  },
  'overlay-invalid': {
    title: 'Invalid overlay',
    fix: 'Fix the line above; see the Overlay Specification, version 1.0 or 1.1.',
  },
  'config-unreadable': {
    title: 'Cannot read the configuration',
    fix: 'Check the path given with --config; plant-store init writes a file.',
  },
  'config-invalid': {
    title: 'Invalid configuration',
    fix: 'Fix the line above; its keys are listed in docs/reference/configuration.md.',
  },
  'mock-config-unreadable': {
    title: 'Cannot read the config file of the mock server',
    fix: 'Check the path given with --config.',
  },
  'mock-config-invalid': {
    title: 'Invalid config file of the mock server',
    fix: 'Fix the line above; see docs/how-to/add-your-own-data-and-behaviour.md.',
  },
  'lint-config-invalid': {
    title: 'Invalid Redocly configuration',
    fix: 'Check the path given with --lint, and the file: npx @redocly/cli check-config.',
  },
  'hooks-unreadable': {
    title: 'Cannot read the hooks',
    fix: 'Check the path given with --hooks.',
  },
  'hooks-invalid': {
    title: 'Invalid hooks',
    fix: 'Fix the line above; see docs/how-to/use-hooks.md.',
  },
  'hook-failed': {
    title: 'A hook failed',
    fix: 'Fix the hook; the run says nothing about the implementation.',
  },
  'report-unreadable': {
    title: 'Cannot use the report',
    fix: 'Give a report.json that this version of the kit wrote.',
  },
  'certificate-unreadable': {
    title: 'Cannot use the certificate',
    fix: 'Give a certificate.json that the gate wrote.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

const entries: Readonly<Record<string, ErrorEntry>> = errorTable;

export const errorCodes: readonly string[] = Object.keys(entries);

/** Undefined for an unknown code. */
export function findErrorEntry(code: string): ErrorEntry | undefined {
  return Object.hasOwn(entries, code) ? entries[code] : undefined;
}

/** A failure of the tool: `detail` says what was received; `where` is `file:line` for errors in a document. */
export class KitError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly fix: string;
  readonly detail: string;
  readonly where: string | undefined;
  /** The single errors, if this one lists several; otherwise empty. */
  readonly parts: readonly KitError[];
  /** False if further parts were not read. */
  readonly isComplete: boolean;

  constructor(code: ErrorCode, detail: string, options: KitErrorOptions = {}) {
    const { title, fix } = errorTable[code];
    super(`${title}: ${detail}`, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'KitError';
    this.code = code;
    this.title = title;
    this.fix = options.fix ?? fix;
    this.detail = detail;
    this.where = options.where;
    this.parts = options.parts ?? [];
    this.isComplete = options.isComplete ?? true;
  }
}

/** Further errors are only counted. */
const MAX_COMBINED = 10;

/**
 * One error that lists several, each on its own line, so that all can be fixed together. Code, place and fix are those
 * of the first; equal ones count once; undefined if there are none. `isComplete` is false if parts were not read.
 */
export function combineErrors(errors: readonly KitError[], isComplete = true): KitError | undefined {
  const byText = Map.groupBy(errors.flatMap(splitError), ({ detail, where = '' }) => `${where} ${detail}`);
  const distinct = [...byText.values()].flatMap(([error]) => error ?? []);
  const [first, ...others] = distinct;
  const areAllKnown = isComplete && errors.every((error) => error.isComplete);
  if (first === undefined || (others.length === 0 && areAllKnown)) return first;
  const listed = others.slice(0, MAX_COMBINED - 1);
  const remaining = others.length - listed.length;
  const detail = [
    first.detail,
    ...listed.map(({ detail: text, where }) => `also ${text}${where === undefined ? '' : ` (${where})`}`),
    ...(areAllKnown ? (remaining === 0 ? [] : [`and ${remaining} more`]) : ['and more']),
  ].join('\n');
  return new KitError(first.code, detail, {
    fix: first.fix,
    ...(first.where === undefined ? {} : { where: first.where }),
    ...(first.cause === undefined ? {} : { cause: first.cause }),
    parts: distinct,
    isComplete: areAllKnown,
  });
}

/** Returns the errors that `combineErrors` combined, or the error itself. */
export function splitError(error: KitError): readonly KitError[] {
  return error.parts.length === 0 ? [error] : error.parts;
}

interface KitErrorOptions {
  where?: string;
  /** Replaces the fix of the table. */
  fix?: string;
  cause?: unknown;
  parts?: readonly KitError[];
  isComplete?: boolean;
}

/** Runs several steps, so that one error lists the errors of all of them. */
export interface ErrorCollector {
  /** The result of the step; after a KitError, which is kept, the fallback. Other errors are thrown. */
  run<T>(step: () => T, fallback: T): T;
  /** The same with undefined as the fallback. */
  attempt<T>(step: () => T): T | undefined;
  runAsync(step: () => Promise<void>): Promise<void>;
  /** Throws the errors of all steps, if any. */
  throwErrors(): void;
}

export function createErrorCollector(): ErrorCollector {
  const errors: KitError[] = [];
  const keep = (error: unknown) => {
    if (!(error instanceof KitError)) throw error;
    errors.push(error);
  };
  const run = <T>(step: () => T, fallback: T): T => {
    try {
      return step();
    } catch (error) {
      keep(error);
      return fallback;
    }
  };
  return {
    run,
    attempt: (step) => run(step, undefined),
    runAsync: (step) => step().catch(keep),
    throwErrors: () => {
      const error = combineErrors(errors);
      if (error !== undefined) throw error;
    },
  };
}

/**
 * The text for stderr. Further lines of the detail are indented more than `at` and `fix`, so that they cannot imitate
 * them.
 */
export function formatError(error: KitError): string {
  const where = error.where === undefined ? '' : `\n  at   ${error.where}`;
  return `error[${error.code}]: ${error.title}\n  ${error.detail.replaceAll('\n', '\n    ')}${where}\n  fix  ${error.fix}`;
}
