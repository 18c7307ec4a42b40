import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { pairsWith } from '../forms.ts';
import { malformed } from '../refusal.ts';
import { type Change, crash, reads, sees, takesForms } from './changes.ts';

const at = ['createBooking'];
const FORM = 'application/x-www-form-urlencoded';

/** Forms that are decoded otherwise than they were written, or taken for what they are not. */
export const wrongEncodings = faulty<Desk>('deep', [
  {
    name: 'splits-seats-at-commas',
    what: 'It reads the first of repeated fields and splits it at commas.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: takesForms(() => ({ itemsOf: ([first = '']) => first.split(',') })),
  },
  {
    name: 'keeps-last-seat',
    what: 'It keeps the last of repeated fields alone, as a plain map of fields does.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: takesForms(({ itemsOf }) => ({
      itemsOf: (values, rule, name) => itemsOf(values, rule, name).slice(-1),
    })),
  },
  {
    name: 'refuses-listed-extras',
    what: 'It wants a field for each item where the contract has one with commas.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: takesForms(() => ({ itemsOf: (values) => values })),
  },
  {
    name: 'wants-dots-for-brackets',
    what: 'It knows guest.name, and not guest[name].',
    at,
    foundBy: ['valid-accepted'],
    behaviour: takesForms(({ pairsOf }) => ({
      pairsOf: (text) =>
        pairsOf(text).map(([name, value]) => [
          name.replace('[', '(').replace(/^(\w+)\.(\w+)$/, '$1[$2]'),
          value,
        ]),
    })),
  },
  {
    name: 'wants-bare-brackets',
    what: 'It does not decode the names of fields, so that guest%5Bname%5D is unknown.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: takesForms(({ unescaped }) => ({
      pairsOf: (text) =>
        text.split('&').map((field) => {
          const [name = '', ...value] = field.split('=');
          return [name, unescaped(value.join('='))];
        }),
    })),
  },
  {
    name: 'leaves-plus-signs',
    what: 'It decodes percent signs and leaves + as it is, as decodeURIComponent does.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: decodes((text) => decodeURIComponent(text)),
  },
  {
    name: 'decodes-twice',
    what: 'It decodes what the framework has decoded, so that %2541 becomes A.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: takesForms(({ unescaped }) => {
      const twice = (text: string): string => {
        const once = unescaped(text);
        return /%[\da-f]{2}/i.test(once) ? unescaped(once) : once;
      };
      return { unescaped: twice, pairsOf: pairsWith(twice) };
    }),
  },
  {
    name: 'reads-forms-as-latin-1',
    what: 'It reads each percent-encoded byte as a letter, as older servlet containers do.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: decodes((text) =>
      text
        .replaceAll('+', ' ')
        .replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
  {
    name: 'fails-on-broken-percent',
    what: 'It answers 500 where a percent sign is followed by no digits, as an uncaught URIError does.',
    at,
    foundBy: ['no-server-error'],
    behaviour: takesForms(({ unescaped }) => {
      const trusting = (text: string): string => (/%(?![\da-f]{2})/i.test(text) ? crash() : unescaped(text));
      return { unescaped: trusting, pairsOf: pairsWith(trusting) };
    }),
  },
  {
    name: 'takes-json-for-form',
    what: 'It takes the same fields as JSON, as frameworks with one parser for all do.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: sees('createBooking', (request) => {
      if (!/^application\/json/i.test(request.headers['content-type'] ?? '')) return request;
      const body = Buffer.from(formOf(request.body.toString()));
      return { ...request, headers: { ...request.headers, 'content-type': FORM }, body };
    }),
  },
  {
    name: 'takes-form-as-text',
    what: 'It takes a form under text/plain, which no browser asks leave for (CORS).',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: ({ essenceOf }) => ({
      essenceOf: (type) => (essenceOf(type) === 'text/plain' ? FORM : essenceOf(type)),
    }),
  },
  {
    name: 'counts-remarks-in-bytes',
    what: 'It refuses 200 letters beyond ASCII, since it counts bytes.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: reads((right) => ({
      text: (text, name, rule) => {
        right.text(text, name, rule);
        if (Buffer.byteLength(text) > (rule.max ?? Infinity)) throw malformed(`${name} is too long.`);
        return text;
      },
    })),
  },
  {
    name: 'cuts-remarks',
    what: 'It keeps the first 100 letters of a remark.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: reads((right) => ({
      text: (text, name, rule) => String(right.text(text, name, rule)).slice(0, 100),
    })),
  },
  {
    name: 'escapes-texts',
    what: 'It keeps texts as HTML, so that & comes back as &amp;.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: reads((right) => ({
      text: (text, name, rule) =>
        String(right.text(text, name, rule))
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;'),
    })),
  },
]);

function decodes(unescaped: (text: string) => string): Change {
  return takesForms(({ unescaped: right }) => {
    const careful = (text: string): string => {
      // What is broken stays refused.
      right(text);
      return unescaped(text);
    };
    return { unescaped: careful, pairsOf: pairsWith(careful) };
  });
}

function formOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return fields.map(([name, one]) => fieldOf(name, one)).join('&');
  } catch {
    return '';
  }
}

function fieldOf(name: string, value: unknown): string {
  if (Array.isArray(value) && name === 'seats') return value.map((one) => fieldOf(name, one)).join('&');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${name}=${encodeURIComponent(String(value))}`;
  return Object.entries(value)
    .map(([member, one]) => fieldOf(`${name}[${member}]`, one))
    .join('&');
}
