/** The settings of plant-store.yaml as options: those of the command line win, exclusions add up. */
import path from 'node:path';
import { replaceVariables, variablesIn } from '../../contracts/configuration/environment.ts';
import {
  type ConfigurationFile,
  findConfiguration,
  readConfiguration,
} from '../../contracts/configuration/read-configuration.ts';
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
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
  const settings = readSettings(configuration);
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

type Settings = ReturnType<typeof readSettings>;

/** Variables are only replaced when a setting is used. */
function readSettings({ file, folder, value }: ConfigurationFile) {
  const credentials = objectAt(value, 'credentials');
  const textAt = (pointer: string, text: Json | undefined) =>
    typeof text === 'string' ? [replaceVariables(text, { file, pointer })] : [];
  const secretAt = (pointer: string, text: Json | undefined) => {
    const secrets = textAt(pointer, text);
    for (const secret of secrets) rememberSecret(secret);
    return secrets;
  };
  return {
    target: () => textAt('/target', value['target']),
    spec: stringsIn(value['spec']).map((spec) => locate(spec, folder)),
    waivers: stringsIn(typeof value['waivers'] === 'string' ? value['waivers'] : undefined).map((one) =>
      locate(one, folder),
    ),
    overlay: stringsIn(value['overlay']).map((one) => locate(one, folder)),
    include: stringsIn(value['include']),
    exclude: stringsIn(value['exclude']),
    isReadOnly: value['read-only'] === true,
    /** What decides the verdict. */
    acceptance: ['profile', 'fail-on'].flatMap((name) => stringsIn(value[name]).map((text) => [name, text] as const)),
    severities: Object.entries(objectAt(value, 'severities')),
    limits: Object.entries(objectAt(value, 'limits')).map(([name, limit]) => [name, String(limit)] as const),
    token: () => secretAt('/credentials/token', credentials['token']),
    isolated: stringsIn(credentials['isolated']),
    /** `NAME=VALUE` for each scheme that is not given; `mayBeUnset`: only those whose variables are set. */
    secrets: (option: 'auth' | 'auth-other', given: ReadonlySet<string>, mayBeUnset = false) =>
      Object.entries(objectAt(credentials, option))
        .filter(([scheme]) => !given.has(scheme))
        .filter(([, text]) => !mayBeUnset || hasVariables(text))
        .flatMap(([scheme, text]) =>
          secretAt(joinPointer(`/credentials/${option}`, scheme), text).map((secret) => `${scheme}=${secret}`),
        ),
  };
}

type AddedOptions = Record<string, OptionValue>;

function commonSettings(input: CommandInput, settings: Settings, known: readonly string[]): AddedOptions {
  const { spec, overlay, waivers, include, exclude, isReadOnly, limits, acceptance, severities } = settings;
  const single = [
    ...limits,
    ...acceptance,
    ...spec.map((one) => ['spec', one] as const),
    ...waivers.map((one) => ['waivers', one] as const),
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
function withSeverities(input: CommandInput, configured: readonly (readonly [check: string, severity: Json])[]) {
  const given = getStrings(input, 'severity');
  const named = new Set(given.map((one) => one.replace(/=.*$/s, '')));
  return [
    ...configured.filter(([check]) => !named.has(check)).map(([check, to]) => `${check}=${String(to)}`),
    ...given,
  ];
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
    ...(auth.length > 0 && { auth: [...auth, ...getStrings(input, 'auth')] }),
    ...(other.length > 0 && { 'auth-other': [...other, ...getStrings(input, 'auth-other')] }),
    ...(hasIsolated && settings.isolated.length > 0 && { isolated: settings.isolated }),
  };
}

function hasVariables(text: Json): boolean {
  return typeof text === 'string' && variablesIn(text).every((name) => (process.env[name] ?? '') !== '');
}

function givenSchemes(input: CommandInput, option: string, variable: string): ReadonlySet<string> {
  const lines = [...(process.env[variable] ?? '').split(/\r?\n/), ...getStrings(input, option)];
  return new Set(lines.map((line) => line.replace(/=.*$/s, '')));
}

/** Relative to the working directory, as in messages. */
function locate(given: string, folder: string): string {
  if (/^(?:https?:\/\/|file:|git:)/i.test(given)) return given;
  return path.relative(process.cwd(), path.resolve(folder, given));
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const part = value[key] ?? null;
  return isJsonObject(part) ? part : {};
}

function stringsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== undefined && isJsonArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
