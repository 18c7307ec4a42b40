/** The settings of plant-store.yaml: paths relative to the working directory, variables replaced when a setting is used. */
import path from 'node:path';
import { relativePath } from '../../spec/files/display-path.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { replaceVariables, variablesIn } from './environment.ts';
import type { ConfigurationFile } from './read-configuration.ts';

export type Settings = ReturnType<typeof readSettings>;

/** `onSecret`: called for each credential, for errors that must not show it. */
export function readSettings({ file, folder, value }: ConfigurationFile, onSecret: (secret: string) => void) {
  const credentials = objectAt(value, 'credentials');
  const textAt = (pointer: string, text: Json | undefined) =>
    typeof text === 'string' ? [replaceVariables(text, { file, pointer })] : [];
  const secretAt = (pointer: string, text: Json | undefined) => {
    const secrets = textAt(pointer, text);
    for (const secret of secrets) onSecret(secret);
    return secrets;
  };
  const filesAt = (key: string) => stringsIn(value[key]).map((one) => locate(one, folder));
  return {
    target: () => textAt('/target', value['target']),
    spec: filesAt('spec'),
    waivers: typeof value['waivers'] === 'string' ? filesAt('waivers') : [],
    overlay: filesAt('overlay'),
    hooks: filesAt('hooks'),
    lint: filesAt('lint'),
    include: stringsIn(value['include']),
    exclude: stringsIn(value['exclude']),
    isReadOnly: value['read-only'] === true,
    /** What decides the verdict. */
    acceptance: ['profile', 'fail-on'].flatMap((name) => stringsIn(value[name]).map((text) => [name, text] as const)),
    severities: Object.entries(objectAt(value, 'severities')).map(([check, to]) => [check, String(to)] as const),
    limits: Object.entries(objectAt(value, 'limits')).map(([name, limit]) => [name, Number(limit)] as const),
    token: () => secretAt('/credentials/token', credentials['token']),
    isolated: stringsIn(credentials['isolated']),
    /** Name and secret of each scheme that is not given; `mayBeUnset`: only those whose variables are set. */
    secrets: (option: 'auth' | 'auth-other', given: ReadonlySet<string>, mayBeUnset = false) =>
      Object.entries(objectAt(credentials, option))
        .filter(([scheme]) => !given.has(scheme))
        .filter(([, text]) => !mayBeUnset || hasVariables(text))
        .flatMap(([scheme, text]) =>
          secretAt(joinPointer(`/credentials/${option}`, scheme), text).map((secret) => [scheme, secret] as const),
        ),
  };
}

function hasVariables(text: Json): boolean {
  return typeof text === 'string' && variablesIn(text).every((name) => (process.env[name] ?? '') !== '');
}

/** Relative to the working directory, as in messages. */
function locate(given: string, folder: string): string {
  if (/^(?:https?:\/\/|file:|git:)/i.test(given)) return given;
  return relativePath(path.resolve(folder, given));
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const part = value[key] ?? null;
  return isJsonObject(part) ? part : {};
}

function stringsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== undefined && isJsonArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
