/** Bodies that break parsers, under a right head. */
import { jsonReply, type Reply } from '../../zoo/exchange.ts';
import { type HostileServer, store } from '../server.ts';

const notJson = { exit: 1, checks: ['body-is-json'] } as const;

export const bodies: readonly HostileServer[] = [
  {
    name: 'json-of-a-million-levels',
    manner: 'heavy',
    what: 'It answers with arrays within arrays, a million of them.',
    demand: { ...notJson, why: 'it is told where reading ends, and no stack overflows' },
    proxied: 'passed on',
    start: says('['.repeat(1_000_000) + ']'.repeat(1_000_000)),
  },
  {
    name: 'open-brackets',
    manner: 'heavy',
    what: 'It answers with a million opening brackets.',
    demand: { ...notJson, why: 'no JSON' },
    proxied: 'passed on',
    start: says('['.repeat(1_000_000)),
  },
  {
    name: 'text-of-10-megabytes',
    manner: 'heavy',
    what: 'It answers with a name of 10 MB.',
    demand: {
      exit: 1,
      checks: ['created-is-echoed'],
      why: 'the contract bounds no name; but it is not the one that was sent',
    },
    proxied: 'passed on',
    start: says(`{"name":"${'x'.repeat(10_000_000)}"}`),
  },
  {
    name: 'number-of-a-million-digits',
    manner: 'heavy',
    what: 'It answers with a name that is a number of a million digits.',
    demand: {
      ...notJson,
      told: /more than 5000 digits/,
      why: 'no reader takes such a number: the kit stops at 5,000 digits, and says so',
    },
    proxied: 'passed on',
    start: says(`{"name":${'9'.repeat(1_000_000)}}`),
  },
  {
    name: 'number-beyond-doubles',
    what: 'It answers with the name 1e400.',
    demand: {
      exit: 1,
      checks: ['body-matches-schema', 'created-is-echoed'],
      why: 'a number is no name, and not the one that was sent',
    },
    proxied: 'passed on',
    start: says('{"name":1e400}'),
  },
  {
    name: 'exponent-without-end',
    what: 'It answers with the name 1e999999999.',
    demand: {
      ...notJson,
      told: /more than 5000 digits/,
      why: 'no reader takes such a number: the kit stops at 5,000 digits, and says so',
    },
    proxied: 'passed on',
    start: says('{"name":1e999999999}'),
  },
  {
    name: 'proto-keys',
    what: 'It adds members named __proto__, constructor and toString to a plant.',
    demand: { exit: 0, why: 'the contract allows more members, and these are members as any other' },
    proxied: 'passed on',
    start: adds(
      '"__proto__":{"name":1,"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,',
    ),
  },
  {
    name: 'proto-for-name',
    what: 'It answers with a plant whose name is only in its __proto__.',
    demand: {
      exit: 1,
      checks: ['body-matches-schema', 'created-is-echoed'],
      why: 'what stands below __proto__ is not inherited',
    },
    proxied: 'passed on',
    start: says('{"__proto__":{"name":"fern"}}'),
  },
  {
    name: 'duplicate-keys',
    what: 'It gives the name of a plant twice, the first of them wrong.',
    demand: {
      exit: 1,
      checks: ['keys-are-unique'],
      why: 'RFC 8259, section 4: readers differ in which they take',
    },
    proxied: 'passed on',
    start: adds('"name":"another",'),
  },
  {
    name: 'hundred-thousand-keys',
    manner: 'heavy',
    what: 'It adds 100,000 members to a plant.',
    demand: { exit: 0, why: 'the contract allows more members' },
    proxied: 'passed on',
    start: adds([...Array(100_000).keys()].map((n) => `"k${n}":${n},`).join('')),
  },
  {
    name: 'invalid-utf-8',
    what: 'It has bytes in a plant that are no UTF-8.',
    demand: { ...notJson, why: 'JSON is UTF-8 (RFC 8259, section 8.1)' },
    proxied: 'passed on',
    start: says(Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, 0xff, ...Buffer.from('"}')])),
  },
  {
    name: 'byte-order-mark',
    what: 'It begins a plant with a byte order mark.',
    demand: { ...notJson, why: 'RFC 8259, section 8.1: a sender adds none' },
    proxied: 'passed on',
    start: changes((text) => `\ufeff${text}`),
  },
  {
    name: 'utf-16',
    what: 'It writes plants in UTF-16.',
    demand: { ...notJson, why: 'JSON is UTF-8' },
    proxied: 'passed on',
    start: changes((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  },
  {
    name: 'nuls',
    what: 'It answers with a thousand NULs.',
    demand: { ...notJson, why: 'no JSON' },
    proxied: 'passed on',
    start: says('\u0000'.repeat(1_000)),
  },
  {
    name: 'nul-behind-body',
    what: 'It ends a plant with a NUL, as a text in C.',
    demand: { ...notJson, why: 'nothing stands behind the value' },
    proxied: 'passed on',
    start: changes((text) => `${text}\u0000`),
  },
  {
    name: 'empty-body',
    what: 'It answers with an empty body.',
    demand: { ...notJson, why: 'nothing is no JSON' },
    proxied: 'passed on',
    start: says(''),
  },
  {
    name: 'jsonp',
    what: 'It wraps a plant in a call.',
    demand: { ...notJson, why: 'a script is no JSON' },
    proxied: 'passed on',
    start: changes((text) => `callback(${text})`),
  },
];

function says(body: string | Buffer): HostileServer['start'] {
  return changes(() => body);
}

function adds(members: string): HostileServer['start'] {
  return changes((text) => text.replace('{', `{${members}`));
}

function changes(change: (text: string) => string | Buffer): HostileServer['start'] {
  return store((right) => ({
    answerCreated: (shown): Reply => {
      const { body } = right.answerCreated(shown);
      return { ...jsonReply(200, null), body: change(String(body)) };
    },
  }));
}
