/** The option `config`: the settings of a plant-store.yaml for the options that a program does not give. */
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { readSeverities } from '../../catalog/parse-severities.ts';
import { type ConfigurationFile, readConfiguration } from '../../configuration/read-configuration.ts';
import { readSettings, type Settings } from '../../configuration/settings.ts';
import { parseProfile } from '../../conformance/profiles.ts';
import { parseFailOn } from '../../options/fail-on.ts';
import type { Waiver } from '../../report/report.ts';
import { readInlineWaivers } from '../../waivers/read-waivers.ts';
import type { VerifyOptions } from './verify-options.ts';

export interface ConfiguredOptions {
  readonly options: VerifyOptions;
  readonly configuration?: ConfigurationFile;
  /** The list in the file itself. */
  readonly waivers?: readonly Waiver[];
  /** The hooks file that it names. */
  readonly hookFile?: string | undefined;
}

/** Throws the errors of `readConfiguration`. */
export async function withConfigurationFile(options: VerifyOptions): Promise<ConfiguredOptions> {
  if (options.config === undefined) return { options };
  const configuration = await readConfiguration(options.config);
  const settings = readSettings(configuration, () => {});
  const hasWaivers = options.waivers === undefined && isJsonArray(configuration.value['waivers']);
  return {
    options: {
      ...configuredOptions(settings),
      ...withoutUndefined(options),
      ...credentialOptions(options, settings),
      ...addedOptions(options, settings),
    },
    configuration,
    ...(hasWaivers && { waivers: readInlineWaivers(configuration.file) }),
    hookFile: settings.hooks.at(-1),
  };
}

/** An undefined option counts as absent. */
function withoutUndefined({ baseUrl, ...others }: VerifyOptions): VerifyOptions {
  return { baseUrl, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) };
}

function configuredOptions(settings: Settings): Omit<VerifyOptions, 'baseUrl'> {
  const { spec, overlay, waivers, include, limits, acceptance } = settings;
  const [limit, setting] = [new Map<string, number>(limits), new Map<string, string>(acceptance)];
  const [profile, failOn] = [setting.get('profile'), setting.get('fail-on')];
  return {
    spec: spec.at(-1),
    ...(overlay.length > 0 && { overlay }),
    waivers: waivers.at(-1),
    ...(include.length > 0 && { include }),
    timeout: limit.get('timeout'),
    concurrency: limit.get('concurrency'),
    rate: limit.get('rate'),
    maxTime: limit.get('max-time'),
    maxFailures: limit.get('max-failures'),
    budget: limit.get('budget'),
    profile: profile === undefined ? undefined : parseProfile(profile, 'profile').name,
    failOn: failOn === undefined ? undefined : parseFailOn(failOn, 'fail-on'),
  };
}

/** A token of the program is for all schemes that `auth` does not name. */
function credentialOptions(
  { token, auth = {}, authOther = {}, isolated }: VerifyOptions,
  settings: Settings,
): Pick<VerifyOptions, 'token' | 'auth' | 'authOther' | 'isolated'> {
  const hasToken = token !== undefined && token !== '';
  const own = hasToken ? [] : settings.secrets('auth', new Set(Object.keys(auth)));
  const other = settings.secrets('auth-other', new Set(Object.keys(authOther)));
  return {
    token: hasToken ? token : settings.token().at(-1),
    auth: { ...Object.fromEntries(own), ...auth },
    authOther: { ...Object.fromEntries(other), ...authOther },
    ...(isolated === undefined && settings.isolated.length > 0 && { isolated: settings.isolated }),
  };
}

/** What must never be called is not lifted by an option; severities are for single checks. */
function addedOptions(
  { exclude = [], readOnly = false, severity = {} }: VerifyOptions,
  settings: Settings,
): Pick<VerifyOptions, 'exclude' | 'readOnly' | 'severity'> {
  const configured = readSeverities(settings.severities, 'severities').map((one) => [one.check, one.severity] as const);
  return {
    exclude: [...exclude, ...settings.exclude],
    readOnly: readOnly || settings.isReadOnly,
    severity: { ...Object.fromEntries(configured), ...severity },
  };
}
