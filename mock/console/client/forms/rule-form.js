/** The form of a rule: when it applies, and what happens then. */
import { el } from '../dom.js';
import { searchOperations } from '../operation-select.js';
import { newId } from './field.js';
import { namedTextsField } from './named-texts.js';
import { createResponseBody } from './response-body.js';
import { ruleOfFields } from './rule-model.js';

/** @import { Api, Info } from '../api.js' */
/** @import { Value } from '../json-text.js' */
/** @import { RuleFields } from './rule-model.js' */

/**
 * @param {Api} api
 * @param {Info} info
 * @param {RuleFields} fields
 * @returns {{ element: HTMLElement, read: () => Value }}
 */
export function createRuleForm(api, info, fields) {
  const { operation, search } = operationChoice(info, fields.operation);
  const status = el('input', { inputmode: 'numeric', autocomplete: 'off', size: 6, placeholder: 'regular' });
  const declared = el('datalist', { id: newId('statuses') });
  status.setAttribute('list', declared.id);
  status.value = fields.status;
  const body = createResponseBody(api, fields.body, () => ({ operation: operation.value, status: status.value }));
  const showStatuses = () => {
    const statuses = statusesOf(info, operation.value);
    declared.replaceChildren(...statuses.map((one) => el('option', { value: one })));
  };
  for (const control of [operation, status]) control.addEventListener('change', () => void body.followResponse());
  operation.addEventListener('change', showStatuses);
  showStatuses();
  const text = textFields(fields);
  const query = namedTextsField('Query', 'query field', fields.query);
  const requestHeaders = namedTextsField('Request headers', 'request header', fields.requestHeaders);
  const requestBody = namedTextsField('Properties of the request body', 'body property', fields.requestBody);
  const headers = namedTextsField('Response headers', 'response header', fields.headers);
  const valid = select(
    [
      ['', 'any'],
      ['true', 'valid'],
      ['false', 'invalid'],
    ],
    fields.valid,
  );
  const fault = select(
    [['', 'none'], ...['reset', 'empty', 'cut', 'drip', 'hang'].map((one) => [one, one])],
    fields.fault,
  );
  const enabled = el('input', { type: 'checkbox' });
  enabled.checked = fields.isEnabled;
  const element = el(
    'div',
    { class: 'rows' },
    part(
      'When',
      search,
      el(
        'div',
        { class: 'bar' },
        labelled('Operation', operation),
        labelled('Method', text.method),
        labelled('Request', valid),
      ),
      labelled('Path: a template, a path, or /^…/', text.path),
      query.element,
      requestHeaders.element,
      requestBody.element,
      el(
        'p',
        { class: 'hint' },
        'A body property is a name or a JSON Pointer. A text between slashes is a regular expression: /^lamp/i',
      ),
    ),
    part(
      'Then',
      el(
        'div',
        { class: 'bar' },
        labelled('Status', status),
        declared,
        labelled('Delay, ms', text.delay),
        labelled('Connection', fault),
        labelled('Example', text.example),
      ),
      body.element,
      headers.element,
    ),
    part(
      'Limits and states',
      el(
        'div',
        { class: 'bar' },
        labelled('Skip first', text.skip),
        labelled('At most times', text.times),
        el('label', { class: 'inline' }, enabled, ' Turned on'),
      ),
      el(
        'div',
        { class: 'bar' },
        labelled('Scenario', text.scenario),
        labelled('Required state', text.requiredState),
        labelled('New state', text.newState),
      ),
    ),
  );
  const read = () =>
    ruleOfFields({
      ...{ operation: operation.value, method: text.method.value, path: text.path.value.trim(), mount: fields.mount },
      ...{ query: query.read(), requestHeaders: requestHeaders.read(), requestBody: requestBody.read() },
      ...{ valid: valid.value, status: status.value, example: text.example.value, delay: text.delay.value },
      ...{ fault: fault.value, headers: headers.read(), body: body.read() },
      ...{ skip: text.skip.value, times: text.times.value, scenario: text.scenario.value },
      ...{ requiredState: text.requiredState.value, newState: text.newState.value, isEnabled: enabled.checked },
    });
  return { element, read };
}

/** @param {RuleFields} fields */
function textFields(fields) {
  /** @param {'method' | 'path' | 'delay' | 'example' | 'skip' | 'times' | 'scenario' | 'requiredState' | 'newState'} name */
  const input = (name, placeholder = '', size = 10) => {
    const made = el('input', { type: 'text', autocomplete: 'off', placeholder, size });
    made.value = fields[name];
    return made;
  };
  return {
    ...{ method: input('method', 'any', 6), path: input('path', 'any', 30), delay: input('delay', '0, 100-300') },
    ...{ example: input('example', 'none'), skip: input('skip', '0', 6), times: input('times', 'all', 6) },
    ...{
      scenario: input('scenario', 'none'),
      requiredState: input('requiredState', 'any'),
      newState: input('newState', 'same'),
    },
  };
}

/**
 * @param {Info} info
 * @param {string} value
 */
function operationChoice(info, value) {
  const choice = el('select', {});
  const search = searchOperations(choice, 'Any operation');
  search.showInfo(info);
  choice.value = value;
  if (choice.value !== value) {
    choice.append(el('option', { value }, value));
    choice.value = value;
  }
  return { operation: choice, search: search.element };
}

/**
 * @param {Info} info
 * @param {string} operation
 */
function statusesOf({ contracts }, operation) {
  const wanted = contracts
    .flatMap(({ operations }) => operations)
    .filter(({ id }) => operation === '' || id === operation);
  return [...new Set(wanted.flatMap(({ statuses }) => statuses.filter((status) => /^[2-5]\d\d$/.test(status))))].sort();
}

/**
 * @param {readonly (readonly string[])[]} options values and labels
 * @param {string} value
 */
function select(options, value) {
  const made = el('select', {}, ...options.map(([one = '', label = '']) => el('option', { value: one }, label)));
  made.value = value;
  return made;
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
function labelled(label, control) {
  return el('label', {}, `${label} `, control);
}

/**
 * @param {string} title
 * @param {...HTMLElement} content
 */
function part(title, ...content) {
  return el('fieldset', { class: 'group' }, el('legend', {}, title), ...content);
}
