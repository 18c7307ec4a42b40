/** Options that several commands share, and their parsing; errors name the option. */
import type { Credentials } from '../../contracts/options/credentials.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_TIMEOUT_MS,
  defaultConcurrency,
  runLimits,
} from '../../contracts/options/number-limits.ts';
import { type Permission, readPermission } from '../../contracts/options/permitted-operations.ts';
import { type ReportTarget, reportFormats } from '../../contracts/render/write-reports.ts';
import type { Report, Waiver } from '../../contracts/report/report.ts';
import { KitError } from '../../errors.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { connectionOptions, readConnection } from './connection-options.ts';
import { loginOptions, otherLoginOptions, readLogin } from './login-options.ts';
import {
  commonOptions,
  getFlag,
  getInteger,
  getString,
  getStrings,
  readOtherUser,
  readSchemeCredentials,
  readToken,
  rejectUrl,
} from './option-values.ts';

/** Options of every command that sends requests to an implementation. */
export const targetOptions = {
  ...commonOptions,
  ...loginOptions,
  ...connectionOptions,
  timeout: {
    type: 'string',
    value: 'MS',
    help: `time limit for each response (default ${DEFAULT_TIMEOUT_MS})`,
  },
  concurrency: {
    type: 'string',
    value: 'N',
    help: `maximum concurrent requests (default ${DEFAULT_CONCURRENCY}; with --seed 1)`,
  },
} as const satisfies Record<string, OptionSpec>;

/** A second user, for the commands that test whether records of one user are hidden from another. */
export const otherUserOptions = {
  'auth-other': {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'a credential of a second user without special rights (repeatable); better: PLANT_STORE_AUTH_OTHER',
  },
  ...otherLoginOptions,
  isolated: {
    type: 'string',
    multiple: true,
    value: 'OPERATIONS',
    help: 'the second user must not reach the records of these operations, also where no sentence of the contract says so; "*" for all',
  },
} as const satisfies Record<string, OptionSpec>;

interface TargetLimits {
  readonly timeoutMs: number;
  readonly concurrency: number;
}

export function readRunLimits(input: CommandInput): TargetLimits {
  const isRepeatable = getString(input, 'seed') !== undefined;
  return {
    timeoutMs: getInteger(input, 'timeout', runLimits.timeout) ?? DEFAULT_TIMEOUT_MS,
    concurrency: getInteger(input, 'concurrency', runLimits.concurrency) ?? defaultConcurrency({ isRepeatable }),
  };
}

export function readCredentials(input: CommandInput): Credentials {
  const [login, connection] = [readLogin(input), readConnection(input)];
  return {
    token: readToken(input),
    byScheme: readSchemeCredentials(input),
    ...(login && { login }),
    ...(connection && { connection }),
  };
}

/** The same with those of the second user, for commands with `otherUserOptions`. */
export function readAllCredentials(input: CommandInput): Credentials {
  const credentials = readCredentials(input);
  const other = readOtherUser(input, credentials.login?.otherUser);
  return { ...credentials, ...(other && { other }) };
}

/** For the commands that read plant-store.yaml: those with `targetArgument`. */
export const configurationOptions = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'settings for these options (default: plant-store.yaml beside the document or in the working directory)',
  },
  'no-config': { type: 'boolean', help: 'ignore plant-store.yaml' },
} as const satisfies Record<string, OptionSpec>;

/** `--hooks FILE`, for the commands that run test cases; `readHooks` loads it. */
export const hooksOption = {
  type: 'string',
  value: 'FILE',
  help: 'run the functions of this TypeScript or JavaScript file: beforeRequest, afterResponse, values, filterCase, checks',
} as const satisfies OptionSpec;

/** Which operations a run may request; `readPermission` parses them. */
export const permissionOptions = {
  include: {
    type: 'string',
    multiple: true,
    value: 'OPERATIONS',
    help: 'request only these operations, and test also those in full that send mail, log out or delete all: an id, a tag, a path, or "GET /orders*"; * stands for any characters',
  },
  exclude: {
    type: 'string',
    multiple: true,
    value: 'OPERATIONS',
    help: 'never request these operations, written as for --include',
  },
  'read-only': { type: 'boolean', help: 'send only GET, HEAD and OPTIONS' },
} as const satisfies Record<string, OptionSpec>;

/** `--profile NAME`, for the commands that test all operations. */
export const profileOption = {
  type: 'string',
  value: 'NAME',
  help: 'smoke: one valid request to each operation; standard (default); deep: ten times as many random cases',
} as const satisfies OptionSpec;

/** Undefined when everything may be sent. `selected`: ids of the only operations. Throws `option-invalid`. */
export function readPermissionOptions(
  input: CommandInput,
  contract: Contract,
  selected: readonly string[] = [],
): Permission | undefined {
  return readPermission(contract, {
    include: getStrings(input, 'include'),
    exclude: getStrings(input, 'exclude'),
    readOnly: getFlag(input, 'read-only'),
    selected,
  });
}

/** `--states URL`, for the commands that verify an implementation with pacts. */
export const statesOption = {
  type: 'string',
  value: 'URL',
  help: 'where to post provider states (default: built-in states)',
} as const satisfies OptionSpec;

/** Throws for anything but an http or https URL. */
export async function readStatesUrl(input: CommandInput): Promise<string | undefined> {
  const given = getString(input, 'states');
  if (given === undefined) return undefined;
  const { parseStatesUrl } = await import('../../contracts/pact/provider/provider-states.ts');
  return parseStatesUrl(given).href;
}

/** `--waivers FILE`, for every command that reports findings. */
export const waiversOption = {
  type: 'string',
  value: 'FILE',
  help: 'accepted findings: id, reason and expiry date of each',
} as const satisfies OptionSpec;

/** Call before a run. Throws for an invalid file. */
export async function readWaivers(input: CommandInput): Promise<readonly Waiver[]> {
  const file = getString(input, 'waivers');
  const { configuration } = input;
  if (file === undefined && configuration === undefined) return [];
  const { loadWaivers, readInlineWaivers } = await import('../../contracts/waivers/read-waivers.ts');
  return file === undefined ? ((configuration && readInlineWaivers(configuration.file)) ?? []) : loadWaivers(file);
}

/** `--verbose`, for the commands that print the result of a conformance run. */
export const verboseOption = {
  type: 'boolean',
  help: 'print all findings, the table of operations, and the coverage',
} as const satisfies OptionSpec;

/** On stderr, for JSON output that has no field for it. */
export async function printWaivers(report: Report): Promise<void> {
  const { styleFor } = await import('../../contracts/render/text/terminal.ts');
  const { waiverLines } = await import('../../contracts/render/text/finding-blocks.ts');
  for (const line of waiverLines(report, styleFor(process.stderr))) process.stderr.write(`${line}\n`);
}

/** `--report FORMAT=FILE`, for every command that writes reports. */
export const reportOption = {
  type: 'string',
  multiple: true,
  value: 'FORMAT=FILE',
  help: `write a report: ${reportFormats.join(', ')}`,
} as const satisfies OptionSpec;

/** Throws `option-invalid` for an unknown format, and for two reports in one file. */
export function readReportTargets(input: CommandInput): readonly ReportTarget[] {
  const reports = getStrings(input, 'report').map(parseReportTarget);
  const files = reports.map(({ file }) => file);
  const duplicate = files.find((file, index) => files.indexOf(file) !== index);
  if (duplicate === undefined) return reports;
  throw new KitError('option-invalid', `--report names ${duplicate} twice`);
}

function parseReportTarget(given: string): ReportTarget {
  const [, name = '', file = ''] = /^([^=]*)=(.+)$/.exec(given) ?? [];
  const format = reportFormats.find((candidate) => candidate === name);
  rejectUrl(file, `--report ${name}=`, 'a file');
  if (format !== undefined) return { format, file };
  throw new KitError(
    'option-invalid',
    `--report ${given}: expected FORMAT=FILE, with FORMAT one of ${reportFormats.join(', ')}`,
  );
}

/** `--pact`, for the commands that read pacts. */
export const pactOption = {
  type: 'string',
  multiple: true,
  value: 'FILE|DIR|URL',
  help: 'a pact or a folder of pacts (repeatable; default: those of the bundled consumer)',
} as const satisfies OptionSpec;

/** The locations for `readPactSources`. Throws `argument-missing`. */
export async function readPactLocations(input: CommandInput, contract: Contract): Promise<readonly string[]> {
  const { resolvePactSources } = await import('../../contracts/pact/file/pact-sources.ts');
  return resolvePactSources({ named: getStrings(input, 'pact'), contract, option: '--pact FILE' });
}
