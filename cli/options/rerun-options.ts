/** The options that repeat a run, for its report: those that were given, without secrets. */
import { connectionOptions, loginOptions } from '../../contracts/conformance/findings/evidence.ts';
import type { Credentials } from '../../contracts/options/credentials.ts';
import type { GivenOption, RerunOptions } from '../../contracts/report/report.ts';
import type { CommandInput, OptionValue } from '../command.ts';

/** What plant-store.yaml adds is not listed, since the file is. */
export function readRerunOptions(input: CommandInput, credentials: Credentials | undefined): RerunOptions {
  const { command, configuration, given = {} } = input;
  const config = given['config'] ?? configuration?.file.name;
  const shown: Readonly<Record<string, OptionValue>> = { ...given, ...(config !== undefined && { config }) };
  const names = Object.keys(command?.options ?? {}).filter((name) => !leftOut.has(name) && !connecting.has(name));
  return {
    options: [
      ...names.flatMap((name) => optionsNamed(name, shown[name])),
      ...(credentials === undefined ? [] : [...loginOptions(credentials), ...connectionOptions(credentials)]),
    ],
    isComplete: !mayBeSecret.some((name) => given[name] !== undefined) && !hasSecretHeader(credentials),
  };
}

/** The report has its document and seed, and a run that is repeated writes other files, and all parts of the run. */
const written = ['spec', 'seed', 'shard', 'json', 'verbose', 'report', 'out', 'write-baseline'];

/** The command names variables for the credentials of the first user. */
const credentialNames = ['token', 'auth'];

/** Shell commands may contain a password. */
const mayBeSecret = ['auth-other', 'login-command', 'login-command-other', 'start'];

const leftOut = new Set([...written, ...credentialNames, ...mayBeSecret]);

/** Of these, `connectionOptions` and `loginOptions` know what is no secret. */
const connecting = new Set(['token-url', 'cert', 'key', 'ca', 'insecure', 'proxy', 'header']);

function hasSecretHeader(credentials: Credentials | undefined): boolean {
  return credentials?.connection?.headers.some(({ isSecret }) => isSecret) === true;
}

function optionsNamed(name: string, value: OptionValue): readonly GivenOption[] {
  return [value].flat().flatMap((one) => (one === undefined || one === false ? [] : [[name, one] as const]));
}
