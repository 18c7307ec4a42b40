/** The form model: what kind of field shows a value of a schema, and the value with which it starts. No DOM. */

/** @import { Value } from '../json-text.js' */

/**
 * A node of the graph that the control API returns; a property, item or alternative refers to another one by id.
 *
 * @typedef {object} SchemaNode
 * @property {readonly string[]} [types]
 * @property {boolean} [isNullable]
 * @property {string} [format]
 * @property {readonly Value[]} [enum]
 * @property {boolean} [isConstant]
 * @property {Value} [const]
 * @property {Value} [default]
 * @property {string} [description]
 * @property {boolean} [readOnly]
 * @property {boolean} [writeOnly]
 * @property {readonly { readonly name: string, readonly schema: string }[]} [properties]
 * @property {readonly string[]} [required]
 * @property {boolean} [isClosed] no other properties
 * @property {string} [additional]
 * @property {string} [items]
 * @property {readonly Alternative[]} [alternatives]
 * @property {Value} [minimum]
 * @property {Value} [maximum]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {string} [pattern]
 */

/** @typedef {{ readonly label: string, readonly schema: string, readonly tag?: { readonly name: string, readonly value: string } }} Alternative */

/** @typedef {Readonly<Record<string, SchemaNode>>} Nodes */

/**
 * @typedef {object} Form
 * @property {string} root
 * @property {Nodes} schemas
 * @property {Value} [value]
 * @property {string} [mediaType]
 * @property {string} [idName]
 */

/** @typedef {'text' | 'password' | 'date' | 'number' | 'boolean' | 'options' | 'object' | 'array' | 'choice' | 'json'} FieldKind */

/**
 * Unknown nodes may have any value, which is written as JSON.
 *
 * @param {Nodes} nodes
 * @param {string | undefined} id
 * @returns {SchemaNode}
 */
export function nodeOf(nodes, id) {
  return (id !== undefined && Object.hasOwn(nodes, id) ? nodes[id] : undefined) ?? {};
}

/**
 * @param {SchemaNode} node
 * @returns {FieldKind}
 */
export function kindOf(node) {
  if (node.alternatives !== undefined) return 'choice';
  if (node.isConstant === true || node.enum !== undefined) return 'options';
  const [type, ...others] = node.types ?? (node.properties === undefined ? [] : ['object']);
  if (others.length > 0) return others.length === 1 && node.types?.includes('number') ? 'number' : 'json';
  if (type === 'string') return node.format === 'password' ? 'password' : node.format === 'date' ? 'date' : 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean' || type === 'object') return type;
  return type === 'array' && node.items !== undefined ? 'array' : 'json';
}

/**
 * The values of a choice between constants.
 *
 * @param {SchemaNode} node
 * @returns {readonly Value[]}
 */
export function optionsOf(node) {
  return node.isConstant === true ? [node.const ?? null] : (node.enum ?? []);
}

/**
 * Whether a field of the kind can show the value; else it is shown as JSON, so that nothing is lost.
 *
 * @param {FieldKind} kind
 * @param {Value | undefined} value
 */
export function canShow(kind, value) {
  if (value === undefined || value === null || kind === 'json' || kind === 'choice' || kind === 'options') return true;
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isMembers(value);
  if (kind === 'number') return typeof value === 'number' || typeof value === 'bigint';
  return typeof value === (kind === 'boolean' ? 'boolean' : 'string');
}

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, Value>>}
 */
export function isMembers(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MOST_LEVELS = 12;

/**
 * The value of a field that was just added: what is required, as far as the schema fixes it; undefined for an empty
 * field.
 *
 * @param {Nodes} nodes
 * @param {string | undefined} id
 * @param {number} [level]
 * @returns {Value | undefined}
 */
export function startOf(nodes, id, level = 0) {
  const node = nodeOf(nodes, id);
  if (node.default !== undefined) return node.default;
  const kind = kindOf(node);
  if (kind === 'options') return optionsOf(node).length === 1 ? optionsOf(node)[0] : undefined;
  if (kind === 'array') return [];
  if (level > MOST_LEVELS) return undefined;
  const [first] = node.alternatives ?? [];
  if (first !== undefined) return startOfAlternative(nodes, first, level + 1);
  if (kind !== 'object') return undefined;
  const required = (node.properties ?? []).filter(({ name }) => node.required?.includes(name));
  const members = required.flatMap(({ name, schema }) => {
    const value = startOf(nodes, schema, level + 1);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

/**
 * @param {Nodes} nodes
 * @param {Alternative} alternative
 * @param {number} [level]
 * @returns {Value | undefined}
 */
export function startOfAlternative(nodes, { schema, tag }, level = 0) {
  const value = startOf(nodes, schema, level);
  return tag !== undefined && isMembers(value) ? { ...value, [tag.name]: tag.value } : value;
}

/**
 * The index of the alternative that most probably describes the value.
 *
 * @param {Nodes} nodes
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 * @returns {number}
 */
export function alternativeFor(nodes, { alternatives = [] }, value) {
  const scores = alternatives.map(({ schema, tag }) => {
    const part = nodeOf(nodes, schema);
    if (tag !== undefined && isMembers(value)) return value[tag.name] === tag.value ? 1_000 : 0;
    return fitOf(nodes, part, value);
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/**
 * @param {Nodes} nodes
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 */
function fitOf(nodes, node, value) {
  const kind = kindOf(node);
  if (!canShow(kind, value)) return -100;
  if (kind === 'options') return optionsOf(node).includes(value ?? null) ? 10 : -100;
  if (!isMembers(value)) return 0;
  const names = (node.properties ?? []).map(({ name }) => name);
  const known = Object.keys(value).filter((name) => names.includes(name)).length;
  const missing = (node.required ?? []).filter((name) => !Object.hasOwn(value, name)).length;
  const constants = (node.properties ?? []).filter(({ name, schema }) => {
    const part = nodeOf(nodes, schema);
    return part.isConstant === true && Object.hasOwn(value, name) && value[name] !== part.const;
  });
  return known - 2 * missing - 50 * constants.length;
}

/**
 * A hint under the field: the description, and the limits of the value.
 *
 * @param {SchemaNode} node
 */
export function hintOf(node) {
  const { description, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = node;
  const limits = [
    format === undefined || format === 'password' ? undefined : format,
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength, maxLength, ' characters'),
    rangeOf(minItems, maxItems, ' items'),
    pattern === undefined || pattern.length > 60 ? undefined : `matches ${pattern}`,
    node.writeOnly === true ? 'only in requests' : undefined,
  ].filter((part) => part !== undefined);
  const [firstLine = ''] = (description ?? '').trim().split(/\n\s*\n/);
  return [firstLine.slice(0, 200), limits.join(', ')].filter((part) => part !== '').join(' · ');
}

/**
 * @param {Value | undefined} least
 * @param {Value | undefined} most
 * @param {string} unit
 */
function rangeOf(least, most, unit) {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

/**
 * The number that a text writes, exactly; any other text stays a text, so that the server reports it.
 *
 * @param {string} text
 * @returns {Value}
 */
export function numberOf(text) {
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}
