/** `${NAME}` in plant-store.yaml: environment variables, so that no secret is in the file. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { formatPosition } from '../../spec/source/source-column.ts';
import type { SourceFile } from '../../spec/source/source-file.ts';

/** `$${NAME}` stands for the text `${NAME}`. */
const REFERENCE = /\$(\$\{)|\$\{([^}]*)\}/g;

/** The text with its variables replaced. Throws `config-invalid` for one that is not set, or that has no valid name. */
export function replaceVariables(text: string, place: { readonly file: SourceFile; readonly pointer: string }): string {
  return text.replaceAll(REFERENCE, (_whole, escaped: string | undefined, name = '') => {
    if (escaped !== undefined) return escaped;
    const where = formatPosition(place.file, place.pointer);
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new KitError('config-invalid', `\${${name}} is not the name of an environment variable`, {
        where,
        fix: `Write a name of letters, digits and _, such as \${API_TOKEN}; write $\${ for the characters \${.`,
      });
    const value = process.env[name];
    if (value !== undefined && value !== '') return value;
    throw new KitError('config-invalid', `the environment variable ${name} is not set`, {
      where,
      fix: `Set ${name}, or remove the line from ${place.file.name}; without the file: --no-config.`,
    });
  });
}

/** The names of the variables in a text. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, escaped, name]) => (escaped === undefined && name ? [name] : []));
}

/** An error for each credential that the file contains itself. */
export function credentialErrors(file: SourceFile, value: Json): readonly KitError[] {
  const credentials = isJsonObject(value) ? value['credentials'] : undefined;
  if (credentials === undefined || !isJsonObject(credentials)) return [];
  const { isolated: _, ...secrets } = credentials;
  return [...textsIn(secrets, '/credentials')]
    .filter(({ text }) => variablesIn(text).length === 0)
    .map(({ pointer, key }) => {
      const variable = `${key.replaceAll(/\W/g, '_').toUpperCase()}`;
      return new KitError('config-invalid', `the credential ${key} is in the file itself`, {
        where: formatPosition(file, pointer),
        fix: `Write the name of an environment variable in its place: ${key}: \${${variable}}. If the file was shared, replace the credential.`,
      });
    });
}

function* textsIn(
  value: Json,
  pointer: string,
  key = '',
): Generator<{ readonly text: string; readonly pointer: string; readonly key: string }> {
  if (typeof value === 'string') yield { text: value, pointer, key };
  else if (isJsonObject(value) || isJsonArray(value))
    for (const [name, part] of Object.entries(value)) yield* textsIn(part, joinPointer(pointer, name), name);
}
