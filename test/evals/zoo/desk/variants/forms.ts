import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import type { Rules } from '../rules.ts';
import { type Change, crash, reads, sees, takesForms } from './changes.ts';

const at = ['createBooking'];
const FORM = 'application/x-www-form-urlencoded';

/** Fields of a form that are not what the contract says. */
export const wrongFields = faulty<Desk>('basic', [
  {
    name: 'takes-missing-tickets',
    what: 'It books without the required number of tickets.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: rulesOf((rules) => ({ ...rules, tickets: { kind: 'integer', min: 1, max: 8 } })),
  },
  {
    name: 'takes-guest-without-name',
    what: 'It demands the group of fields and not the member that the group requires.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: rulesOf(({ guest, ...rules }) => {
      if (guest?.kind !== 'group') return rules;
      const name = { kind: 'text', min: 1, max: 80 } as const;
      return { ...rules, guest: { ...guest, members: { ...guest.members, name } } };
    }),
  },
  {
    name: 'takes-missing-seats',
    what: 'It reads a list that is not there as an empty one.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: rulesOf(({ seats, ...rules }) =>
      seats?.kind === 'list' ? { ...rules, seats: { ...seats, required: false } } : rules,
    ),
  },
  {
    name: 'reads-integers-by-their-beginning',
    what: 'It takes 12abc and 1.5 for integers, as parseInt does.',
    at: ['createBooking', 'openSession'],
    foundBy: ['invalid-rejected'],
    behaviour: reads((right) => ({
      integer: (text, name) => right.integer(/^-?\d+/.exec(text.trim())?.[0] ?? text, name),
    })),
  },
  {
    name: 'keeps-nan',
    what: 'It takes words for integers and keeps NaN, which JSON writes as null.',
    at,
    foundBy: ['invalid-rejected', 'body-matches-schema'],
    behaviour: reads(() => ({ integer: Number })),
  },
  {
    name: 'takes-any-tier',
    what: 'It takes values that the enum does not have.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: reads(() => ({ choice: (text) => text })),
  },
  {
    name: 'takes-any-boolean',
    what: 'It takes every word but false for true.',
    at: ['createBooking', 'openSession'],
    foundBy: ['invalid-rejected'],
    behaviour: reads(() => ({ boolean: (text) => text !== 'false' })),
  },
  {
    name: 'takes-impossible-dates',
    what: 'It takes 30 February, as a regular expression for dates does.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: reads((right) => ({
      date: (text, name) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : right.date(text, name)),
    })),
  },
  {
    name: 'checks-no-bounds',
    what: 'It takes numbers below and above their bounds.',
    at: ['createBooking', 'openSession'],
    foundBy: ['invalid-rejected'],
    behaviour: reads(() => ({ within: (value) => value })),
  },
  {
    name: 'checks-no-pattern',
    what: 'It takes texts that the pattern rules out.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: reads((right) => ({
      text: (text, name, { pattern: _one, ...rule }) => right.text(text, name, rule),
    })),
  },
  {
    name: 'finds-the-pattern-anywhere',
    what: 'It takes texts with the pattern somewhere within, as a search without anchors does.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: reads((right) => ({
      text: (text, name, { pattern, ...rule }) => {
        const loose =
          pattern === undefined ? {} : { pattern: new RegExp(pattern.source.replace(/^\^|\$$/g, '')) };
        return right.text(text, name, { ...rule, ...loose });
      },
    })),
  },
  {
    name: 'takes-any-number-of-seats',
    what: 'It takes lists that are longer than the contract allows.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: rulesOf(({ seats, ...rules }) =>
      seats?.kind === 'list' ? { ...rules, seats: { ...seats, max: Infinity } } : rules,
    ),
  },
  {
    name: 'takes-unknown-fields',
    what: 'It passes over fields that the contract rules out.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: takesForms(() => ({ refuseUnknown: () => undefined })),
  },
  {
    name: 'opens-session-without-form',
    what: 'It opens a session at desk 1 where the required body is missing.',
    at: ['openSession'],
    foundBy: ['invalid-rejected'],
    behaviour: sees('openSession', (request) =>
      request.body.length > 0
        ? request
        : { ...request, headers: { ...request.headers, 'content-type': FORM }, body: Buffer.from('desk=1') },
    ),
  },
  {
    name: 'fails-on-empty-form',
    what: 'It answers 500 where the form is empty.',
    at,
    foundBy: ['no-server-error'],
    behaviour: sees('createBooking', (request) => (request.body.length === 0 ? crash() : request)),
  },
  {
    name: 'refuses-half-price',
    what: 'It takes a number only where it is whole.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: reads((right) => ({ number: right.integer })),
  },
]);

function rulesOf(change: (rules: Rules) => Rules): Change {
  return ({ rules }) => ({ rules: { ...rules, booking: change(rules.booking) } });
}
