/** The text of a new plant-store.yaml for a contract: its security schemes, and what to leave out of a run. */
import { sanitizeLine, truncate } from '../../sanitize.ts';
import type { Contract, Operation, SecurityScheme } from '../../spec/model/contract.ts';
import { methodAndPath } from '../../spec/model/operation-names.ts';

export interface StarterOptions {
  /** The document and the schema, as the file refers to them. */
  readonly spec: string;
  readonly schema: string;
  /** The base URL; by default one of this machine. */
  readonly target?: string | undefined;
}

export function starterFile(contract: Contract, { spec, schema, target }: StarterOptions): string {
  return `${[
    `# yaml-language-server: $schema=${schema}`,
    '# Settings of plant-store verify, gate, pact verify and replay. Options of the command line win over them.',
    '',
    `spec: ${scalar(spec)}`,
    ...targetLines(contract, target),
    '',
    ...credentialLines(contract.securitySchemes),
    ...exclusionLines(contract.operations),
    ...valueLines(contract.operations),
    ...restLines,
  ].join('\n')}\n`;
}

function targetLines({ servers }: Contract, given: string | undefined): readonly string[] {
  const [server] = servers;
  const named =
    server !== undefined && /^https?:/i.test(server.url) ? ` (the document names ${oneLine(server.url)})` : '';
  return [
    `# The base URL of the implementation, with its base path${given === undefined ? named : ''}.`,
    `target: ${scalar(given ?? `http://127.0.0.1:8080${server?.basePath ?? ''}`)}`,
  ];
}

function credentialLines(schemes: readonly SecurityScheme[]): readonly string[] {
  const sendable = schemes.filter(({ type }) => type !== 'mutualTLS');
  if (sendable.length === 0) return [];
  return [
    '# Environment variables with the credentials, never the credentials themselves.',
    'credentials:',
    '  auth:',
    ...sendable.map((scheme) => `    ${scalar(scheme.name)}: \${${variableFor(scheme)}} # ${describeScheme(scheme)}`),
    '  # A second user, who must not reach the records of the first:',
    '  # auth-other:',
    ...sendable.slice(0, 1).map((scheme) => `  #   ${scalar(scheme.name)}: \${OTHER_${variableFor(scheme)}}`),
    '',
  ];
}

function variableFor({ name }: SecurityScheme): string {
  const words = name.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_').replaceAll(/[^A-Za-z\d]+/g, '_');
  return words
    .toUpperCase()
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d|$)/, 'API_');
}

function describeScheme({ type, scheme, in: place, parameterName }: SecurityScheme): string {
  if (scheme === 'basic') return 'user:password';
  if (type === 'apiKey') return oneLine(`the key in the ${place} ${parameterName}`);
  return 'a token';
}

function exclusionLines(operations: readonly Operation[]): readonly string[] {
  const risky = operations.filter(isRisky);
  return [
    '# Operations that are never requested: ids, tags, paths or "DELETE *"; * stands for any characters.',
    '# Remove the # from those that must not be called on this target:',
    '# exclude:',
    ...(risky.length === 0 ? ['#   - "DELETE *"'] : risky.map(exclusionLine)),
    '# Or send nothing that changes data:',
    '# read-only: true',
    '',
  ];
}

function exclusionLine(operation: Operation): string {
  const { id, description = '' } = operation;
  const name = methodAndPath(operation);
  const about = [...(id === name ? [] : [name]), ...(description === '' ? [] : [truncate(oneLine(description), 70)])];
  return `#   - ${scalar(id)}${about.length === 0 ? '' : ` # ${oneLine(about.join(': '))}`}`;
}

/** Deletes, or reaches people or other systems by what its name, path or texts say. */
function isRisky({ method, id, path, description = '' }: Operation): boolean {
  if (method === 'DELETE') return true;
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return RISKY_ALWAYS.test(description);
  return [id, path, description].some((text) => RISKY_ALWAYS.test(text) || RISKY_WORDS.test(splitWords(text)));
}

const RISKY_ALWAYS = /\b(?:never call|do not call|dangerous|irreversibl[ey]|in production)\b/i;

const RISKY_WORDS =
  /\b(?:e-?mails?|mail|sms|notify|notifications?|send|invit(?:e|ations?)|passwords?|log ?out|sign ?out|revoke|imports?|bulk|batch|pay|payments?|charges?|refunds?|payouts?|transfers?|purge|clear|wipe|truncate|reset|restore|migrate|deploy|publish|shut ?down|restart|reboot)\b/i;

function splitWords(text: string): string {
  return text.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ').replaceAll(/[_/{}.-]+/g, ' ');
}

/** For the first operation that is about a record. */
function valueLines(operations: readonly Operation[]): readonly string[] {
  const parameter = operations.flatMap(({ parameters }) => parameters).find(({ in: location }) => location === 'path');
  const operation = parameter && operations.find(({ parameters }) => parameters.includes(parameter));
  if (parameter === undefined || operation === undefined) return [];
  return [
    '# Values that exist on the target, where generated ones do not. A run ends with those that it lacks.',
    '# values:',
    '#   operations:',
    `#     ${scalar(operation.id)}:`,
    '#       parameters:',
    `#         ${scalar(parameter.name)}: 1`,
    '',
  ];
}

const restLines = [
  '# limits:',
  '#   rate: 20 # requests per second',
  '#   max-time: 600 # seconds for the whole run',
  '',
  '# hooks: hooks.ts # functions of yours that take part in the run',
  '# lint: redocly.yaml # rules of yours for the document, in the gate',
  '# profile: smoke # one valid request to each operation; or standard, deep',
  '# severities:',
  '#   allow-present: warning # error, warning or off',
  '',
  '# Accepted findings: a file, or a list of id, reason and expires.',
  '# waivers: waivers.yaml',
] as const;

/** A scalar of YAML that cannot be read as anything else. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z./][\w./:@-]*$/.test(text) && !/:$/.test(text) && !RESERVED.test(text);
  return isPlain ? text : JSON.stringify(sanitizeLine(text));
}

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|\.(?:inf|nan))$/i;

/** For a comment, which ends at the end of its line. */
function oneLine(text: string): string {
  return sanitizeLine(text.replaceAll(/\s+/g, ' ').trim());
}
