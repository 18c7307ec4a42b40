/** Fields that contain others: objects, arrays, and a choice between schemas. */
import { button, el } from '../dom.js';
import { errorLine, requiredMark, showInMembers } from './field.js';
import { alternativeFor, hintOf, isMembers, nodeOf, startOf, startOfAlternative } from './schema-nodes.js';

/** @import { Value } from '../json-text.js' */
/** @import { Field, FieldContext, FieldOptions } from './field.js' */
/** @import { SchemaNode } from './schema-nodes.js' */

/**
 * @param {SchemaNode} node
 * @param {FieldOptions} options
 * @param {...(Node | undefined)} content
 */
function group(node, { label, isRequired = false }, ...content) {
  const hint = hintOf(node);
  return el(
    'fieldset',
    { class: 'group' },
    el('legend', {}, el('bdi', {}, label), isRequired ? requiredMark() : undefined),
    hint === '' ? undefined : el('p', { class: 'hint' }, hint),
    ...content.filter((one) => one !== undefined),
  );
}

/** @param {ParentNode} place */
function focusFirst(place) {
  const control = place.querySelector('input, select, textarea, button');
  if (control instanceof HTMLElement) control.focus();
}

/**
 * @param {SchemaNode} node
 * @param {Readonly<Record<string, Value>>} value
 * @param {FieldOptions} options
 * @param {FieldContext} context
 * @param {number} level
 * @returns {Field}
 */
export function objectField(node, value, options, context, level) {
  const { properties = [], required = [], isClosed = false, additional } = node;
  const declared = new Map(
    properties.map(({ name, schema }) => {
      const own = Object.hasOwn(value, name) ? value[name] : undefined;
      const part = nodeOf(context.nodes, schema);
      const isLocked =
        (part.readOnly === true && context.locksReadOnly) || (level === 0 && name === context.lockedName);
      const isRequired = required.includes(name) && !isLocked;
      return [name, context.make(schema, own, { label: name, isRequired, isLocked }, level + 1)];
    }),
  );
  const others = Object.entries(value).filter(([name]) => !declared.has(name));
  const error = errorLine();
  /** @type {{ readonly name: () => string, readonly field: Field }[]} */
  const added = [];
  const rows = el('div', { class: 'rows' });
  /**
   * @param {string} name
   * @param {Value | undefined} own
   */
  const addRow = (name, own) => {
    const label = el('input', {
      type: 'text',
      'aria-label': `Name of a property of ${options.label}`,
      autocomplete: 'off',
    });
    label.value = name;
    const field = context.make(additional, own, { label: 'Value' }, level + 1);
    const entry = { name: () => label.value, field };
    const row = el('div', { class: 'row' }, label, field.element);
    row.append(
      button('Remove', () => {
        added.splice(added.indexOf(entry), 1);
        row.remove();
        add.focus();
      }),
    );
    added.push(entry);
    rows.append(row);
    return label;
  };
  const add = button('Add a property', () => addRow('', startOf(context.nodes, additional)).focus(), {
    class: 'quiet',
  });
  for (const [name, own] of others) addRow(name, own);
  const element = group(
    node,
    options,
    ...[...declared.values()].map((field) => field.element),
    rows,
    isClosed && others.length === 0 ? undefined : add,
    error.element,
  );
  return {
    element,
    read: () => {
      const own = [...declared].map(([name, field]) => [name, field.read()]);
      const more = added.map(({ name, field }) => [name(), field.read()]).filter(([name]) => name !== '');
      return Object.fromEntries([...own, ...more].filter(([, part]) => part !== undefined));
    },
    show: (violations) => {
      const named = added.map(({ name, field }) => /** @type {const} */ ([name(), field]));
      error.show(showInMembers(violations, new Map([...declared, ...named])));
    },
  };
}

/**
 * @param {SchemaNode} node
 * @param {readonly Value[]} value
 * @param {FieldOptions} options
 * @param {FieldContext} context
 * @param {number} level
 * @returns {Field}
 */
export function arrayField(node, value, options, context, level) {
  /** @type {{ readonly row: HTMLElement, readonly field: Field }[]} */
  const items = [];
  const list = el('ol', { class: 'rows' });
  const error = errorLine();
  /** @param {Value | undefined} own */
  const addItem = (own) => {
    const label = `${options.label} ${items.length + 1}`;
    const field = context.make(node.items, own, { label, isRequired: true }, level + 1);
    const row = el('li', { class: 'row' }, field.element);
    const item = { row, field };
    row.append(
      button(
        'Remove',
        () => {
          items.splice(items.indexOf(item), 1);
          row.remove();
          add.focus();
        },
        { 'aria-label': `Remove ${label}` },
      ),
    );
    items.push(item);
    list.append(row);
    return row;
  };
  const add = button(`Add to ${options.label}`, () => focusFirst(addItem(startOf(context.nodes, node.items))), {
    class: 'quiet',
  });
  for (const own of value) addItem(own);
  return {
    element: group(node, options, list, add, error.element),
    read: () => items.map(({ field }) => field.read()).filter((part) => part !== undefined),
    show: (violations) =>
      error.show(showInMembers(violations, new Map(items.map(({ field }, at) => [String(at), field])))),
  };
}

/**
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @param {FieldContext} context
 * @param {number} level
 * @returns {Field}
 */
export function choiceField(node, value, options, context, level) {
  const { alternatives = [] } = node;
  const select = el(
    'select',
    { 'aria-label': `Kind of ${options.label}` },
    ...alternatives.map(({ label }, at) => el('option', { value: at }, label)),
  );
  select.selectedIndex = alternativeFor(context.nodes, node, value);
  const place = el('div', {});
  const chosen = () => alternatives[select.selectedIndex];
  /** @param {Value | undefined} own */
  const makeInner = (own) => {
    const field = context.make(chosen()?.schema, own, { label: chosen()?.label ?? '', isRequired: true }, level);
    place.replaceChildren(field.element);
    return field;
  };
  let inner = makeInner(value);
  select.addEventListener('change', () => {
    const alternative = chosen();
    if (alternative !== undefined) inner = makeInner(startOfAlternative(context.nodes, alternative));
  });
  return {
    element: group(node, options, el('div', { class: 'bar' }, select), place),
    read: () => inner.read(),
    show: (violations) => inner.show(violations),
  };
}

/**
 * An object, array or choice that may be left out or null.
 *
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @param {(value: Value | undefined) => Field} make
 * @param {() => Value | undefined} start the value when it is added
 * @returns {Field}
 */
export function optionalField(node, value, options, make, start) {
  /** @type {Field | undefined} */
  let inner;
  let empty = value === null ? null : undefined;
  const error = errorLine();
  const place = el('div', { class: 'optional' });
  const draw = () => {
    const { label } = options;
    const state = empty === null ? 'null' : 'left out';
    const add = button(`Add ${label}`, () => put(start()), { class: 'quiet' });
    const other = empty === null ? 'Leave out' : 'Set to null';
    const toggle = button(
      other,
      () => {
        empty = empty === null ? undefined : null;
        draw();
        focusFirst(place);
      },
      { class: 'quiet', 'aria-label': `${other}: ${label}` },
    );
    const remove = button(
      'Remove',
      () => {
        inner = undefined;
        draw();
        focusFirst(place);
      },
      { class: 'quiet', 'aria-label': `Remove ${label}` },
    );
    if (inner === undefined)
      place.replaceChildren(
        el(
          'span',
          { class: 'bar' },
          el('bdi', {}, label),
          el('span', { class: 'muted' }, state),
          add,
          node.isNullable === true ? toggle : undefined,
        ),
        error.element,
      );
    else place.replaceChildren(inner.element, remove, error.element);
  };
  /** @param {Value | undefined} own */
  const put = (own) => {
    inner = make(own);
    draw();
    focusFirst(inner.element);
  };
  if (value !== undefined && value !== null) inner = make(value);
  draw();
  return {
    element: place,
    read: () => (inner === undefined ? empty : inner.read()),
    show: (violations) => {
      inner?.show(violations);
      error.show(inner === undefined ? violations : []);
    },
  };
}

/** @param {Value | undefined} value */
export function membersOrNone(value) {
  return isMembers(value) ? value : {};
}
