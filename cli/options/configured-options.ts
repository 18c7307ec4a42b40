/** The settings of plant-store.yaml as options: those of the command line win, exclusions add up. */
import {
  type ConfigurationFile,
  findConfiguration,
  readConfiguration,
} from '../../contracts/configuration/read-configuration.ts';
import { readSettings, type Settings } from '../../contracts/configuration/settings.ts';
import { KitError } from '../../errors.ts';
import type { CommandInput, OptionValue } from '../command.ts';
import { rememberSecret } from '../parsing/parse-arguments.ts';
import { getFlag, getString, getStrings } from './option-values.ts';

/**
 * The input with the settings of the file of `--config`, otherwise of the one beside the document or in the working
 * directory. Throws the errors of `readConfiguration`.
 */
export async function withConfiguration(input: CommandInput, targetArgument: 0 | 1): Promise<CommandInput> {
  const configuration = await selectConfiguration(input);
  if (configuration === undefined) return input;
  const settings = readSettings(configuration, rememberSecret);
  const positionals = [...input.positionals];
  if (positionals.length === targetArgument) positionals.push(...settings.target());
  // Without a base URL, the gate checks the mock server, which has its own credentials.
  const hasTarget = positionals.length > targetArgument;
  const known = Object.keys(input.command?.options ?? {});
  const added = {
    ...commonSettings(input, settings, known),
    ...(hasTarget ? credentialSettings(input, settings, known) : {}),
  };
  return { ...input, positionals, configuration, options: { ...input.options, ...added } };
}

async function selectConfiguration(input: CommandInput): Promise<ConfigurationFile | undefined> {
  const given = getString(input, 'config');
  const isIgnored = getFlag(input, 'no-config');
  if (given !== undefined && isIgnored)
    throw new KitError('option-invalid', '--config and --no-config exclude each other', { fix: 'Keep one of them.' });
  if (given !== undefined) return readConfiguration(given);
  return isIgnored ? undefined : findConfiguration(getString(input, 'spec'));
}

type AddedOptions = Record<string, OptionValue>;

function commonSettings(input: CommandInput, settings: Settings, known: readonly string[]): AddedOptions {
  const { spec, overlay, waivers, hooks, lint, include, exclude, isReadOnly, limits, acceptance, severities } =
    settings;
  const single = [
    ...limits.map(([name, limit]) => [name, String(limit)] as const),
    ...acceptance,
    ...spec.map((one) => ['spec', one] as const),
    ...waivers.map((one) => ['waivers', one] as const),
    ...hooks.map((one) => ['hooks', one] as const),
    ...lint.map((one) => ['lint', one] as const),
  ];
  const isSet = (name: string) => known.includes(name) && input.options[name] === undefined;
  return {
    ...Object.fromEntries(single.filter(([name]) => isSet(name))),
    ...(isSet('overlay') && overlay.length > 0 && { overlay }),
    ...(isSet('include') && include.length > 0 && { include }),
    // What must never be called is not lifted by another exclusion.
    ...(known.includes('exclude') && exclude.length > 0 && { exclude: [...getStrings(input, 'exclude'), ...exclude] }),
    ...(known.includes('read-only') && isReadOnly && { 'read-only': true }),
    ...(known.includes('severity') && severities.length > 0 && { severity: withSeverities(input, severities) }),
  };
}

/** Those of the command line are instead of the same checks in the file. */
function withSeverities(input: CommandInput, configured: Settings['severities']) {
  const given = getStrings(input, 'severity');
  const named = new Set(given.map((one) => one.replace(/=.*$/s, '')));
  return [...configured.filter(([check]) => !named.has(check)).map(([check, to]) => `${check}=${to}`), ...given];
}

/** A token on the command line is for all schemes that it does not name. */
function credentialSettings(input: CommandInput, settings: Settings, known: readonly string[]): AddedOptions {
  const hasToken = getString(input, 'token') !== undefined;
  const hasVariable = (process.env['PLANT_STORE_TOKEN'] ?? '') !== '';
  const token = hasToken || hasVariable ? [] : settings.token();
  const auth = hasToken ? [] : settings.secrets('auth', givenSchemes(input, 'auth', 'PLANT_STORE_AUTH'), hasVariable);
  const other = known.includes('auth-other')
    ? settings.secrets('auth-other', givenSchemes(input, 'auth-other', 'PLANT_STORE_AUTH_OTHER'))
    : [];
  const hasIsolated = known.includes('isolated') && input.options['isolated'] === undefined;
  return {
    ...Object.fromEntries(token.map((one) => ['token', one])),
    ...(auth.length > 0 && { auth: [...auth.map(toPair), ...getStrings(input, 'auth')] }),
    ...(other.length > 0 && { 'auth-other': [...other.map(toPair), ...getStrings(input, 'auth-other')] }),
    ...(hasIsolated && settings.isolated.length > 0 && { isolated: settings.isolated }),
  };
}

function toPair([scheme, secret]: readonly [scheme: string, secret: string]): string {
  return `${scheme}=${secret}`;
}

function givenSchemes(input: CommandInput, option: string, variable: string): ReadonlySet<string> {
  const lines = [...(process.env[variable] ?? '').split(/\r?\n/), ...getStrings(input, option)];
  return new Set(lines.map((line) => line.replace(/=.*$/s, '')));
}
