import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import { malformedRequest } from '../error.ts';
import { pairsWith } from '../forms.ts';
import { type BehaviorChange, changesForms, changesReaders, changesRequests, throwDeskServerError } from './changes.ts';

const at = ['createBooking'];
const FORM = 'application/x-www-form-urlencoded';

/** Forms that are decoded otherwise than they were written, or taken for what they are not. */
export const wrongEncodings = faulty<DeskBehavior>('deep', [
  {
    name: 'splits-seats-at-commas',
    description: 'It reads the first of repeated fields and splits it at commas.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: changesForms(() => ({ itemsOf: ([first = '']) => first.split(',') })),
  },
  {
    name: 'keeps-last-seat',
    description: 'It keeps the last of repeated fields alone, as a plain map of fields does.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: changesForms(({ itemsOf }) => ({
      itemsOf: (values, rule, name) => itemsOf(values, rule, name).slice(-1),
    })),
  },
  {
    name: 'rejects-listed-extras',
    description: 'It wants a field for each item where the contract has one with commas.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesForms(() => ({ itemsOf: (values) => values })),
  },
  {
    name: 'wants-dots-for-brackets',
    description: 'It knows guest.name, and not guest[name].',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesForms(({ pairsOf }) => ({
      pairsOf: (text) =>
        pairsOf(text).map(([name, value]) => [name.replace('[', '(').replace(/^(\w+)\.(\w+)$/, '$1[$2]'), value]),
    })),
  },
  {
    name: 'wants-bare-brackets',
    description: 'It does not decode the names of fields, so that guest%5Bname%5D is unknown.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesForms(({ unescapeText }) => ({
      pairsOf: (text) =>
        text.split('&').map((field) => {
          const [name = '', ...value] = field.split('=');
          return [name, unescapeText(value.join('='))];
        }),
    })),
  },
  {
    name: 'leaves-plus-signs',
    description: 'It decodes percent signs and leaves + as it is, as decodeURIComponent does.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: decodes((text) => decodeURIComponent(text)),
  },
  {
    name: 'decodes-twice',
    description: 'It decodes what the framework has decoded, so that %2541 becomes A.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: changesForms(({ unescapeText }) => {
      const twice = (text: string): string => {
        const once = unescapeText(text);
        return /%[\da-f]{2}/i.test(once) ? unescapeText(once) : once;
      };
      return { unescapeText: twice, pairsOf: pairsWith(twice) };
    }),
  },
  {
    name: 'reads-forms-as-latin-1',
    description: 'It reads each percent-encoded byte as a letter, as older servlet containers do.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: decodes((text) =>
      text
        .replaceAll('+', ' ')
        .replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
  {
    name: 'fails-on-broken-percent',
    description: 'It returns 500 where a percent sign is followed by no digits, as an uncaught URIError does.',
    operations: at,
    foundBy: ['no-server-error'],
    behavior: changesForms(({ unescapeText }) => {
      const trusting = (text: string): string =>
        /%(?![\da-f]{2})/i.test(text) ? throwDeskServerError() : unescapeText(text);
      return { unescapeText: trusting, pairsOf: pairsWith(trusting) };
    }),
  },
  {
    name: 'takes-json-for-form',
    description: 'It accepts the same fields as JSON, as frameworks with one parser as all do.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesRequests('createBooking', (request) => {
      if (!/^application\/json/i.test(request.headers['content-type'] ?? '')) return request;
      const body = Buffer.from(formOf(request.body.toString()));
      return { ...request, headers: { ...request.headers, 'content-type': FORM }, body };
    }),
  },
  {
    name: 'takes-form-as-text',
    description: 'It accepts a form under text/plain, which no browser asks leave for (CORS).',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: ({ mediaTypeEssence }) => ({
      mediaTypeEssence: (type) => (mediaTypeEssence(type) === 'text/plain' ? FORM : mediaTypeEssence(type)),
    }),
  },
  {
    name: 'counts-remarks-in-bytes',
    description: 'It rejects 200 letters beyond ASCII, since it counts bytes.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesReaders((right) => ({
      text: (text, name, rule) => {
        right.text(text, name, rule);
        if (Buffer.byteLength(text) > (rule.max ?? Infinity)) throw malformedRequest(`${name} is too long.`);
        return text;
      },
    })),
  },
  {
    name: 'cuts-remarks',
    description: 'It keeps the first 100 letters of a remark.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: changesReaders((right) => ({
      text: (text, name, rule) => String(right.text(text, name, rule)).slice(0, 100),
    })),
  },
  {
    name: 'escapes-texts',
    description: 'It keeps texts as HTML, so that & comes back as &amp;.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: changesReaders((right) => ({
      text: (text, name, rule) =>
        String(right.text(text, name, rule))
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;'),
    })),
  },
]);

function decodes(unescaped: (text: string) => string): BehaviorChange {
  return changesForms(({ unescapeText: right }) => {
    const careful = (text: string): string => {
      // What is broken stays refused.
      right(text);
      return unescaped(text);
    };
    return { unescapeText: careful, pairsOf: pairsWith(careful) };
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
