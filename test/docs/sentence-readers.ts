/** For each section of docs/reference/sentences.md, whether the code understands a sentence, in one contract for all. */
import {
  matchesDescription,
  statesUnchanged,
} from '../../contracts/conformance/checks/echo/described-normalization.ts';
import { LINKS_ALL_BUT_LAST } from '../../contracts/conformance/checks/pages-complete.ts';
import {
  findIsolationSentences,
  findOwnRecordsSentence,
  findRejectionSentence,
} from '../../contracts/conformance/stateful/other-users/isolation-sentences.ts';
import { findRepetitionRule, findStateRule, statesResult } from '../../spec/described/allowed-states.ts';
import { findComputations } from '../../spec/described/computed-values.ts';
import { otherBodyRejection } from '../../spec/described/idempotency-keys.ts';
import { initialValues } from '../../spec/described/initial-values.ts';
import { findListOrder } from '../../spec/described/list-orders.ts';
import { statedContents } from '../../spec/described/stated-contents.ts';
import { statedOmissions } from '../../spec/described/stated-omissions.ts';
import { statedOrders } from '../../spec/described/stated-orders.ts';
import { allowsSlashes, distinguishesCharacters } from '../../spec/described/stored-names.ts';
import { uniqueTexts } from '../../spec/described/unique-values.ts';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../spec/model/contract.ts';
import { statesInclusion } from '../../spec/resources/bound-sentences.ts';
import { allOrNone } from '../../spec/resources/bulk-contents.ts';
import { namesMissingOwner, statesDeletion } from '../../spec/resources/deletion-sentences.ts';
import { findRejection } from '../../spec/resources/reference-sentences.ts';
import { findsAnyCase, findsParts } from '../../spec/resources/search-sentences.ts';
import { findTimeBounds } from '../../spec/resources/time-bounds.ts';
import { statesIdentity } from '../../spec/resources/uploaded-content.ts';
import { parseSchema } from '../spec/support.ts';

interface SentenceReader {
  /** Those with the patterns. */
  readonly files: readonly string[];
  readonly understands: (sentence: string) => boolean;
}

export const readers: Readonly<Record<string, SentenceReader>> = {
  'Computed numbers': {
    files: ['spec/described/computed-values.ts'],
    understands: (text) => findComputations(recordWith('total', { type: 'number', description: text })).length > 0,
  },
  'Initial values': {
    files: ['spec/described/initial-values.ts'],
    understands: (text) =>
      initialValues(operation(text), recordWith('status', { enum: states })).length > 0 ||
      initialValues(operation(''), recordWith('status', { enum: states, description: text })).length > 0,
  },
  'Properties that are left out': {
    files: ['spec/described/stated-omissions.ts'],
    understands: (text) => Object.values(statedOmissions(operation(text))).includes(true),
  },
  References: {
    files: ['spec/resources/reference-sentences.ts'],
    understands: (text) =>
      [
        { described: operation(text), description: '' },
        { described: operation(''), description: text },
        { described: operation('', { 404: text }), description: '' },
      ].some(
        ({ described, description }) => findRejection(described, { noun: 'customers', description }) !== undefined,
      ),
  },
  'Unique texts': {
    files: ['spec/described/unique-values.ts'],
    understands: (text) =>
      uniqueTexts(recordWith(), { operation: operation(text), idName: 'id' }).length > 0 ||
      uniqueTexts(recordWith('name', { type: 'string', description: text }), {
        operation: operation(''),
        idName: 'id',
      }).length > 0,
  },
  'Order of bounds': {
    files: ['spec/described/stated-orders.ts'],
    understands: (text) =>
      statedOrders(operation(text), recordWith()).length > 0 ||
      statedOrders(operation(''), recordWith('end', { type: 'string', description: text })).length > 0,
  },
  'Actions and states': {
    files: ['spec/described/allowed-states.ts'],
    understands: (text) => {
      const about = { states, reached: 'cancelled' };
      return (
        findStateRule(text, { ...about, noun: 'order' }) !== undefined ||
        statesResult(text, 'cancelled') ||
        findRepetitionRule({ text, conflict: '' }, about) !== undefined ||
        findRepetitionRule({ text: '', conflict: text }, about) !== undefined
      );
    },
  },
  'Idempotency keys': {
    files: ['spec/described/idempotency-keys.ts'],
    understands: (text) =>
      otherBodyRejection(operation(''), parameter('Idempotency-Key', ''), { document: { description: text } }) !==
      undefined,
  },
  Lists: {
    files: [
      'spec/described/list-orders.ts',
      'spec/resources/search-sentences.ts',
      'spec/resources/bound-sentences.ts',
      'spec/resources/time-bounds.ts',
      'contracts/conformance/checks/pages-complete.ts',
    ],
    understands: (text) =>
      findListOrder(operation(text), recordWith()) !== undefined ||
      findsAnyCase(parameter('q', text)) ||
      findsParts(parameter('q', text), 'title') ||
      statesInclusion(parameter('from', text)) !== undefined ||
      findTimeBounds([parameter('from', text)], eventTimes).length > 0 ||
      LINKS_ALL_BUT_LAST.test(text),
  },
  Deletions: {
    files: ['spec/resources/deletion-sentences.ts'],
    understands: (text) =>
      statesDeletion([], operation(text), { owners: 'folders', dependents: 'files', isNested: true }) ||
      namesMissingOwner(operation('', { 404: text }), 'folders'),
  },
  'Requests for several records': {
    files: ['spec/resources/bulk-contents.ts'],
    understands: (text) => allOrNone(text) !== undefined,
  },
  'Names and contents': {
    files: [
      'spec/described/stored-names.ts',
      'spec/described/stated-contents.ts',
      'spec/resources/uploaded-content.ts',
    ],
    understands: (text) => {
      const { maxBytes, mayBeEmpty } = statedContents(operation(text));
      return (
        allowsSlashes(text) ||
        distinguishesCharacters(text) ||
        maxBytes !== undefined ||
        mayBeEmpty ||
        statesIdentity(operation(text))
      );
    },
  },
  'Normalized values': {
    files: ['contracts/conformance/checks/echo/described-normalization.ts'],
    understands: (text) =>
      statesUnchanged(text) || normalizedPairs.some(([sent, returned]) => matchesDescription(sent, returned, text)),
  },
  'Records of another user': {
    files: ['contracts/conformance/stateful/other-users/isolation-sentences.ts'],
    understands: (text) =>
      findIsolationSentences(text, orders).length > 0 ||
      findOwnRecordsSentence(text, orders) !== undefined ||
      findRejectionSentence(text, orders) !== undefined,
  },
};

const states = ['draft', 'placed', 'cancelled'];

const eventTimes = new Map([['startsAt', parseSchema('{type: string, format: date-time}')]]);

const orders = ['order', 'orders'];

/** A value that was sent, and one of its normalized forms. */
const normalizedPairs = [
  ['Ab', 'ab'],
  ['ab', 'AB'],
  [' a ', 'a'],
  ['a  b', 'a b'],
  ['e\u0301', '\u00e9'],
  ['1.50', '1.5'],
  ['abc', 'ab'],
  ['abc', '***'],
  ['2030-01-01T10:00:00.1234Z', '2030-01-01T10:00:00.123Z'],
  ['2030-01-01T10:00:20Z', '2030-01-01T10:00:00Z'],
  [1.236, 1.24],
  [1.6, 2],
  [
    ['b', 'a'],
    ['a', 'b'],
  ],
  [['a', 'a'], ['a']],
] as const;

const place = { file: 'openapi.yaml', pointer: '', line: 1 };

function operation(description: string, responses: Readonly<Record<string, string>> = {}): Operation {
  return {
    ...{ id: 'writeOrder', method: 'DELETE', path: '/folders/{id}', place, description, parameters: [], security: [] },
    requestBody: undefined,
    responses: Object.entries(responses).map(([status, text]) => ({
      ...{ status, description: text, place, headers: [], content: [] },
    })),
  };
}

function parameter(name: string, description: string): Parameter {
  return {
    ...{ name, in: 'query', required: false, place, content: [], examples: [], style: 'form', explode: true },
    description,
    schema: parseSchema('{type: string, format: date-time}'),
  };
}

/** A record with properties for all sections; `name` is another or a changed one. */
function recordWith(name = 'note', schema: JsonObject = { type: 'string' }) {
  const number = { type: 'number' };
  const text = { type: 'string' };
  const listOf = (properties: JsonObject) => ({ type: 'array', items: { type: 'object', properties } });
  const properties = {
    ...{ number, quantity: number, price: number, name: text, title: text, end: text },
    ...{ createdAt: { type: 'string', format: 'date-time' }, start: text },
    ...{ lines: listOf({ quantity: number, price: number }), payments: listOf({ amount: number }) },
    [name]: schema,
  };
  return parseSchema(JSON.stringify({ type: 'object', properties }));
}
