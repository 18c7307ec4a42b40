/** Applies the edits of a test of oasdiff to the documents: assignments to parts of kin-openapi's model, and deletions. */
import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../../spec/json/pointer.ts';
import { type Edit, edited, remove, set } from '../edit.ts';

/** The documents by the name of their variable. */
export type Documents = Readonly<Record<'s1' | 's2', Json>>;

/** Undefined if a statement edits a document in a way that is not understood. */
export function applyGoEdits(statements: readonly string[], documents: Documents): Documents | undefined {
  const variables = new Map<string, Json>();
  let current: Documents | undefined = documents;
  for (const statement of statements) {
    if (current === undefined) return undefined;
    const [, name = '', value = ''] = /^(\w+) := (.*)$/.exec(statement) ?? [];
    const literal = readValue(value, variables);
    if (name !== '' && literal !== undefined) variables.set(name, literal);
    if (!isEdit(statement)) continue;
    current = applyStatement(statement, current, variables);
  }
  return current;
}

/** Also a call of a helper, which may edit the document that it gets. */
function isEdit(statement: string): boolean {
  if (/^(?:s[12](?:, err)? :?= |require|if err)/.test(statement)) return false;
  return /\bs[12]\b/.test(statement) && !/GetWithOperations|diff\.Get|checker\.Check/.test(statement);
}

function applyStatement(
  statement: string,
  documents: Documents,
  variables: ReadonlyMap<string, Json>,
): Documents | undefined {
  const [, target = '', value = ''] = /^(s[12]\.Spec\..*?) = (.*)$/.exec(statement) ?? [];
  if (target !== '') return assign(target, value, documents, variables);
  const [, container = '', key = ''] =
    /^delete\((s[12]\.Spec\..*), "([^"]+)"\)$/.exec(statement) ??
    /^(s[12]\.Spec\..*)\.Delete\("([^"]+)"\)$/.exec(statement) ??
    [];
  return container === ''
    ? undefined
    : editDocument(container, documents, (pointer) => remove(`${pointer}/${escapeKey(key)}`));
}

function assign(
  target: string,
  value: string,
  documents: Documents,
  variables: ReadonlyMap<string, Json>,
): Documents | undefined {
  const given = readValue(value, variables);
  const isNone = given === null || given === '' || (isJsonArray(given) && given.length === 0);
  if (given === undefined) return undefined;
  return editDocument(target, documents, (pointer) => {
    if (isNone) return remove(pointer);
    return set(
      pointer,
      pointer.endsWith('/type') && isJsonArray(given) && given.length === 1 ? (given[0] ?? null) : given,
    );
  });
}

function editDocument(
  expression: string,
  documents: Documents,
  toEdit: (pointer: string) => Edit,
): Documents | undefined {
  const name = expression.startsWith('s1') ? 's1' : 's2';
  const pointer = toPointer(expression.slice(3), documents[name]);
  if (pointer === undefined) return undefined;
  const edit = toEdit(pointer);
  // What was not there is already removed.
  if ('remove' in edit && valueAt(documents[name], splitPointer(pointer)) === undefined && pointer === edit.remove)
    return documents;
  return { ...documents, [name]: edited(documents[name], [edit]) };
}

const members: Readonly<Record<string, string>> = {
  Max: 'maximum',
  Min: 'minimum',
  ExclusiveMax: 'exclusiveMaximum',
  ExclusiveMin: 'exclusiveMinimum',
  OperationID: 'operationId',
  AuthorizationURL: 'authorizationUrl',
  TokenURL: 'tokenUrl',
};

/** The JSON Pointer of `Spec.Paths.Value("/a").Get.Parameters[0].Value.Schema`, with references resolved. */
function toPointer(expression: string, document: Json): string | undefined {
  let pointer = '';
  const steps = [...expression.matchAll(/\.?(\w+)(?:\(([^)]*)\))?|\["([^"]*)"\]|\[(\d+)\]/g)];
  if (steps.map(([text]) => text).join('') !== expression) return undefined;
  for (const [, name, argument, key, index] of steps) {
    const next = key ?? index ?? stepKey(name ?? '', argument, valueAt(document, splitPointer(pointer)));
    if (next === undefined) return undefined;
    if (next === '') continue;
    pointer = resolved(`${pointer}/${escapeKey(next)}`, document);
  }
  return pointer;
}

/** Empty for a step that JSON does not have. */
function stepKey(name: string, argument: string | undefined, container: Json | undefined): string | undefined {
  const constants: Readonly<Record<string, string>> = {
    installCommandPath: '/api/{domain}/{project}/install-command',
    securityScorePath: '/api/{domain}/{project}/badges/security-score',
  };
  if (name === 'Spec' || name === 'Extensions' || name === 'Map') return '';
  if (name === 'GetByInAndName') return parameterIndex(argument ?? '', container);
  if (argument === undefined)
    return name === 'Value' ? '' : (members[name] ?? `${name[0]?.toLowerCase()}${name.slice(1)}`);
  if (name !== 'Value' && name !== 'Find') return undefined;
  return constants[argument] ?? /^"(.*)"$/.exec(argument)?.[1];
}

function parameterIndex(argument: string, container: Json | undefined): string | undefined {
  const [, where = '', name = ''] = /^openapi3\.ParameterIn(\w+), "([^"]+)"$/.exec(argument) ?? [];
  if (!isJsonArray(container)) return undefined;
  const index = container.findIndex((one) => isJsonObject(one) && one.in === where.toLowerCase() && one.name === name);
  return index < 0 ? undefined : String(index);
}

function resolved(pointer: string, document: Json): string {
  const value = valueAt(document, splitPointer(pointer));
  const reference = isJsonObject(value) ? value.$ref : undefined;
  return typeof reference === 'string' && reference.startsWith('#/') ? resolved(reference.slice(1), document) : pointer;
}

function valueAt(document: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, key) => (isJsonArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined),
    document,
  );
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Undefined if the expression is no literal; null for `nil`. */
function readValue(expression: string, variables: ReadonlyMap<string, Json>): Json | undefined {
  const text = expression.trim();
  if (text === 'nil') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const [, quoted] = /^"([^"]*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('\\\\', '\\');
  const [, converted] = /^(?:float64|uint64|int|openapi3\.Ptr)\((.*)\)$/.exec(text) ?? [];
  if (converted !== undefined) return readValue(converted, variables);
  const [, list] = /^(?:&openapi3\.Types|\[\]string|\[\]any|\[\]interface\{\})\{(.*)\}$/.exec(text) ?? [];
  if (list === undefined) return variables.get(text.replace(/^&/, ''));
  const items = list
    .split(',')
    .filter((item) => item.trim() !== '')
    .map((item) => readValue(item, variables));
  return items.every((item) => item !== undefined) ? items.filter((item) => item !== '') : undefined;
}
