/** Errors of the kit itself, never of the implementation under test: one table, one class. */
interface ErrorEntry {
  readonly title: string;
  readonly fix: string;
}

const errorTable = {
  'option-unknown': { title: 'Unknown option', fix: 'See the options with --help.' },
  'option-invalid': {
    title: 'Invalid option value',
    fix: 'Give a value of the kind named above; see --help.',
  },
  'command-unknown': { title: 'Unknown command', fix: 'See the commands with: plant-store --help' },
  'argument-missing': { title: 'Missing argument', fix: 'See the usage with --help.' },
  'file-unwritable': {
    title: 'Cannot write the file',
    fix: 'Check that the folder exists, may be written to and has room.',
  },
  'folder-busy': {
    title: 'Another run writes into the folder',
    fix: 'Wait until it has ended, or give another folder with --out. What a run on another machine, or in another container, has left is taken over a minute after it was last heard of.',
  },
  'spec-unreadable': {
    title: 'Cannot read the document',
    fix: 'Check the path or URL of the document, and that it can be read from here.',
  },
  'git-unusable': {
    title: 'git cannot be asked',
    fix: 'Install git, and run this in a clone of the repository.',
  },
  'git-ref-unknown': {
    title: 'No such commit',
    fix: 'Give a branch, tag or commit that this clone has; a CI server often fetches one alone: git fetch --depth=1 origin BRANCH, then git:FETCH_HEAD:path.',
  },
  'git-file-unknown': {
    title: 'No such file at that commit',
    fix: 'Give the path from the top of the repository, or with ./ from the current folder; git ls-tree -r --name-only REF lists them. A contract that is new there has nothing to be compared with: leave the baseline out.',
  },
  'spec-syntax': {
    title: 'The document is not valid YAML or JSON',
    fix: 'Correct the syntax at the line above.',
  },
  'spec-invalid': {
    title: 'The document is not valid OpenAPI',
    fix: 'Correct the place above; the OpenAPI 3.0 and 3.1 specifications say what may stand there.',
  },
  'spec-version': {
    title: 'Unsupported OpenAPI version',
    fix: 'Give a document with "openapi: 3.0.x" or "openapi: 3.1.x"; convert Swagger 2.0 first.',
  },
  'spec-ref': {
    title: 'A $ref cannot be followed',
    fix: 'Point it at a place that exists, in the same document or in a file in its folder or below.',
  },
  'schema-uncompilable': {
    title: 'A schema cannot be compiled',
    fix: 'Write it with the JSON Schema keywords of the OpenAPI version; patterns are ECMA-262 regular expressions.',
  },
  'operations-missing': {
    title: 'The document declares no operations',
    fix: 'Declare at least one operation under "paths".',
  },
  'port-taken': {
    title: 'The port is taken',
    fix: 'Choose another with --port, or --port 0 for a free one.',
  },
  'prefix-invalid': {
    title: 'The contracts cannot stand side by side',
    fix: 'Give each a prefix of its own, such as --spec /shop=pets.yaml.',
  },
  'tls-unusable': {
    title: 'HTTPS cannot be served',
    fix: 'Give a certificate and its own key, both in PEM, with --tls-cert and --tls-key; or let --tls make one.',
  },
  'record-invalid': {
    title: 'Not a record of this collection',
    fix: 'Give a record that the schema of the collection accepts, under the path of a collection of the contract.',
  },
  'rule-invalid': {
    title: 'Not a rule of a scenario',
    fix: 'A rule is { when: {...}, skip: N, times: N, then: { status, body, headers, example, delay, fault } }.',
  },
  'wait-timeout': {
    title: 'The requests waited for did not come',
    fix: 'Look at the journal for what came instead; give a longer timeout if they are only slow.',
  },
  'store-closed': {
    title: 'The store was closed',
    fix: 'Wait for what is under way before the store is closed.',
  },
  'storage-unreachable': {
    title: 'The shared storage cannot be reached',
    fix: 'Check the address given with --store or PLANT_STORE_STORE and that the server runs; without it everything is kept in memory.',
  },
  'workers-failed': {
    title: 'The worker processes do not stay alive',
    fix: 'Look at the lines above for what ends them; without --workers the store runs in one process.',
  },
  'listen-failed': { title: 'Cannot listen on the address', fix: 'Check --host and --port.' },
  'target-invalid': {
    title: 'The base URL is not usable',
    fix: 'Give an http or https URL such as http://127.0.0.1:4010.',
  },
  'target-unreachable': {
    title: 'The implementation does not answer',
    fix: 'Start it, and check the base URL.',
  },
  'start-taken': {
    title: 'Something answers already where the implementation is to be started',
    fix: 'Stop it, so that nothing else is judged in its place; or leave --start out to judge what is there.',
  },
  'start-failed': {
    title: 'The implementation did not come up',
    fix: 'Run the command by hand: it has to stay in the foreground and to answer at --wait-for with a status below 500; give a slow one a longer --start-timeout.',
  },
  'start-unstoppable': {
    title: 'The implementation cannot be stopped',
    fix: 'Look at who of that group is left, such as processes of another user; start it without sudo.',
  },
  'start-unsupported': {
    title: '--start is not supported here',
    fix: 'Start the implementation yourself and give its base URL; or run this in WSL or a container.',
  },
  'credentials-rejected': {
    title: 'The implementation refuses the credentials',
    fix: 'Give a working token in the environment variable PLANT_STORE_TOKEN or with --token; for basic it is user:password, for several schemes give each as NAME=VALUE in PLANT_STORE_AUTH or with --auth.',
  },
  'credentials-missing': {
    title: 'The contract asks for credentials and none were given',
    fix: 'Give a token in PLANT_STORE_TOKEN or with --token; other schemes as NAME=VALUE in PLANT_STORE_AUTH or with --auth.',
  },
  'valid-request-rejected': {
    title: 'No valid request is accepted, so nothing can be judged',
    fix: 'Look at the answer: is this the right service and base path? Give body and parameters examples in the contract that exist there; a DELETE of an earlier run may have removed what they name.',
  },
  'nothing-checked': {
    title: 'Nothing was judged',
    fix: 'Widen --only, or check that the contract declares operations with requests that can be derived.',
  },
  'case-unknown': {
    title: 'No such case',
    fix: 'Copy the id from a finding; it depends on the document given with --spec.',
  },
  'reports-unmergeable': {
    title: 'The reports cannot be joined',
    fix: 'Give the JSON reports of all shards of one run: verify ... --shard 1/3 --report json=shard-1.json, and so on.',
  },
  'check-unknown': { title: 'No such check', fix: 'List the checks with: plant-store explain' },
  'lint-unfinished': {
    title: 'The lint of the contract did not finish',
    fix: 'This is a fault of the linter inside the kit (@redocly/openapi-core): report it with the document.',
  },
  'pact-unreadable': { title: 'Cannot read the pact', fix: 'Check the path given with --pact.' },
  'pact-unverifiable': {
    title: 'The pact cannot be verified honestly',
    fix: 'Let the consumer that wrote it write it again, with at least one interaction and none twice.',
  },
  'pact-verifier-failed': {
    title: 'The Pact verifier did not finish',
    fix: 'Look at its last lines above; run again, or with a longer time limit.',
  },
  'pact-unpublishable': {
    title: 'The pact is not to be published',
    fix: 'Publish what the tests of a consumer wrote, one pact for each consumer and provider.',
  },
  'broker-unreachable': {
    title: 'The broker does not answer',
    fix: 'Start it, and check --broker or PACT_BROKER_BASE_URL.',
  },
  'broker-rejected': {
    title: 'The broker refuses',
    fix: 'Look at what it says above.',
  },
  'broker-unusable': {
    title: 'The answers of the broker cannot be relied on',
    fix: 'Check that --broker is the base URL of a Pact Broker, the one that its own PACT_BROKER_BASE_URL names.',
  },
  'broker-cli-failed': {
    title: 'The Pact Broker client did not do its work',
    fix: 'Look at its last lines above, and run again.',
  },
  'consumer-tests-failed': {
    title: 'The consumer tests did not pass',
    fix: 'Run them alone with: npx vitest run contracts/pact/consumer',
  },
  'waivers-unreadable': {
    title: 'Cannot read the waivers',
    fix: 'Check the path given with --waivers.',
  },
  'waivers-invalid': {
    title: 'The waivers cannot be used',
    fix: 'Write each as { id: ID of a finding, as a report gives it, reason: why it may stay, expires: 2027-01-31 }.',
  },
  'report-unreadable': {
    title: 'The report cannot be used',
    fix: 'Give a report.json as this version of the kit writes it.',
  },
  'certificate-unreadable': {
    title: 'The certificate cannot be used',
    fix: 'Give a certificate.json as the gate writes it.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

/** A failure of the tool: `detail` says what was received; `where` is `file:line` for errors in a document. */
export class KitError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly fix: string;
  readonly detail: string;
  readonly where: string | undefined;

  constructor(code: ErrorCode, detail: string, options: { where?: string; fix?: string; cause?: unknown } = {}) {
    const { title, fix } = errorTable[code];
    super(`${title}: ${detail}`, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'KitError';
    this.code = code;
    this.title = title;
    this.fix = options.fix ?? fix;
    this.detail = detail;
    this.where = options.where;
  }
}

/** Further errors of one file are only counted. */
const MAX_COMBINED = 10;

/** One error that lists several of the same code, so that all can be fixed at once; undefined if there are none. */
export function combineErrors([first, ...others]: readonly KitError[]): KitError | undefined {
  if (first === undefined || others.length === 0) return first;
  const listed = others.slice(0, MAX_COMBINED - 1);
  const remaining = others.length - listed.length;
  const detail = [
    first.detail,
    ...listed.map(({ detail: text, where }) => `also ${text}${where === undefined ? '' : ` (${where})`}`),
    ...(remaining === 0 ? [] : [`and ${remaining} more`]),
  ].join('; ');
  return new KitError(first.code, detail, {
    fix: first.fix,
    ...(first.where === undefined ? {} : { where: first.where }),
    ...(first.cause === undefined ? {} : { cause: first.cause }),
  });
}

/**
 * The text for stderr. Further lines of the detail are indented more than `at` and `fix`, so that they cannot imitate
 * them.
 */
export function formatError(error: KitError): string {
  const where = error.where === undefined ? '' : `\n  at   ${error.where}`;
  return `error[${error.code}]: ${error.title}\n  ${error.detail.replaceAll('\n', '\n    ')}${where}\n  fix  ${error.fix}`;
}
