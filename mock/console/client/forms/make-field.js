/** Makes the field for a value of a schema. */
import { arrayField, choiceField, membersOrNone, objectField, optionalField } from './composed-fields.js';
import { constantsOf, jsonField, lockedField, optionsField, textField } from './scalar-fields.js';
import { canShow, kindOf, nodeOf, startOf } from './schema-nodes.js';

/** @import { Value } from '../json-text.js' */
/** @import { Field, FieldContext, FieldOptions } from './field.js' */
/** @import { Nodes } from './schema-nodes.js' */

/** Deeper values are written as JSON. */
const MOST_LEVELS = 12;

/**
 * @param {Nodes} nodes
 * @param {{ readonly hasTemplates: boolean, readonly locksReadOnly: boolean, readonly lockedName: string | undefined }} use
 * @returns {FieldContext}
 */
export function createFieldContext(nodes, use) {
  /** @type {FieldContext} */
  const context = {
    nodes,
    ...use,
    make: (id, value, options, level) => makeField(context, id, value, options, level),
  };
  return context;
}

/**
 * @param {FieldContext} context
 * @param {string | undefined} id
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @param {number} level
 * @returns {Field}
 */
function makeField(context, id, value, options, level) {
  const node = nodeOf(context.nodes, id);
  if (options.isLocked === true) return lockedField(value, options);
  const wanted = kindOf(node);
  const kind = level <= MOST_LEVELS && canShow(wanted, value) ? wanted : 'json';
  if (kind === 'json') return jsonField(node, value, options);
  if (kind === 'boolean' || kind === 'options') return optionsField(node, constantsOf(kind, node), value, options);
  if (kind !== 'object' && kind !== 'array' && kind !== 'choice') return textField(kind, node, value, options, context);
  /** @param {Value | undefined} own */
  const make = (own) => {
    if (kind === 'choice') return choiceField(node, own, options, context, level);
    if (kind === 'array') return arrayField(node, Array.isArray(own) ? own : [], options, context, level);
    return objectField(node, membersOrNone(own), options, context, level);
  };
  const isOptional = options.isRequired !== true || node.isNullable === true || value === null;
  if (level > 0 && isOptional) return optionalField(node, value, options, make, () => startOf(context.nodes, id));
  return make(value ?? startOf(context.nodes, id));
}
