import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import type { Rules } from '../rules.ts';
import { type BehaviorChange, changesForms, changesReaders, changesRequests, throwDeskServerError } from './changes.ts';

const at = ['createBooking'];
const FORM = 'application/x-www-form-urlencoded';

/** Fields of a form that are not what the contract says. */
export const wrongFields = faulty<DeskBehavior>('basic', [
  {
    name: 'takes-missing-tickets',
    description: 'It books without the required number of tickets.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: rulesOf((rules) => ({ ...rules, tickets: { kind: 'integer', min: 1, max: 8 } })),
  },
  {
    name: 'takes-guest-without-name',
    description: 'It demands the group of fields and not the member that the group requires.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: rulesOf(({ guest, ...rules }) => {
      if (guest?.kind !== 'group') return rules;
      const name = { kind: 'text', min: 1, max: 80 } as const;
      return { ...rules, guest: { ...guest, members: { ...guest.members, name } } };
    }),
  },
  {
    name: 'takes-missing-seats',
    description: 'It reads a list that is not there as an empty one.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: rulesOf(({ seats, ...rules }) =>
      seats?.kind === 'list' ? { ...rules, seats: { ...seats, required: false } } : rules,
    ),
  },
  {
    name: 'reads-integers-by-their-beginning',
    description: 'It accepts 12abc and 1.5 for integers, as parseInt does.',
    operations: ['createBooking', 'openSession'],
    foundBy: ['invalid-rejected'],
    behavior: changesReaders((right) => ({
      integer: (text, name) => right.integer(/^-?\d+/.exec(text.trim())?.[0] ?? text, name),
    })),
  },
  {
    name: 'keeps-nan',
    description: 'It accepts words for integers and keeps NaN, which JSON writes as null.',
    operations: at,
    foundBy: ['invalid-rejected', 'body-matches-schema'],
    behavior: changesReaders(() => ({ integer: Number })),
  },
  {
    name: 'takes-any-tier',
    description: 'It accepts values that the enum does not have.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesReaders(() => ({ choice: (text) => text })),
  },
  {
    name: 'takes-any-boolean',
    description: 'It accepts every word but false for true.',
    operations: ['createBooking', 'openSession'],
    foundBy: ['invalid-rejected'],
    behavior: changesReaders(() => ({ boolean: (text) => text !== 'false' })),
  },
  {
    name: 'takes-impossible-dates',
    description: 'It accepts 30 February, as a regular expression as dates does.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesReaders((right) => ({
      date: (text, name) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : right.date(text, name)),
    })),
  },
  {
    name: 'checks-no-bounds',
    description: 'It accepts numbers below and above their bounds.',
    operations: ['createBooking', 'openSession'],
    foundBy: ['invalid-rejected'],
    behavior: changesReaders(() => ({ within: (value) => value })),
  },
  {
    name: 'checks-no-pattern',
    description: 'It accepts texts that the pattern rules out.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesReaders((right) => ({
      text: (text, name, { pattern: _one, ...rule }) => right.text(text, name, rule),
    })),
  },
  {
    name: 'finds-the-pattern-anywhere',
    description: 'It accepts texts with the pattern somewhere within, as a search without anchors does.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesReaders((right) => ({
      text: (text, name, { pattern, ...rule }) => {
        const loose = pattern === undefined ? {} : { pattern: new RegExp(pattern.source.replace(/^\^|\$$/g, '')) };
        return right.text(text, name, { ...rule, ...loose });
      },
    })),
  },
  {
    name: 'takes-any-number-of-seats',
    description: 'It accepts lists that are longer than the contract allows.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: rulesOf(({ seats, ...rules }) =>
      seats?.kind === 'list' ? { ...rules, seats: { ...seats, max: Infinity } } : rules,
    ),
  },
  {
    name: 'takes-unknown-fields',
    description: 'It passes over fields that the contract rules out.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesForms(() => ({ rejectUnknown: () => undefined })),
  },
  {
    name: 'opens-session-without-form',
    description: 'It opens a session at desk 1 where the required body is missing.',
    operations: ['openSession'],
    foundBy: ['invalid-rejected'],
    behavior: changesRequests('openSession', (request) =>
      request.body.length > 0
        ? request
        : { ...request, headers: { ...request.headers, 'content-type': FORM }, body: Buffer.from('desk=1') },
    ),
  },
  {
    name: 'fails-on-empty-form',
    description: 'It returns 500 where the form is empty.',
    operations: at,
    foundBy: ['no-server-error'],
    behavior: changesRequests('createBooking', (request) =>
      request.body.length === 0 ? throwDeskServerError() : request,
    ),
  },
  {
    name: 'rejects-half-price',
    description: 'It accepts a number only where it is whole.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesReaders((right) => ({ number: right.integer })),
  },
]);

function rulesOf(change: (rules: Rules) => Rules): BehaviorChange {
  return ({ rules }) => ({ rules: { ...rules, booking: change(rules.booking) } });
}
