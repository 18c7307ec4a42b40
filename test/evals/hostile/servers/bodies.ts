/** Bodies that break parsers, under a right head. */
import { jsonResponse, type StoreResponse } from '../../zoo/response.ts';
import { type HostileServer, withBehavior } from '../hostile-server.ts';

const notJson = { exitCode: 1, checks: ['body-is-json'] } as const;

export const bodies: readonly HostileServer[] = [
  {
    name: 'json-of-a-million-levels',
    mode: 'heavy',
    description: 'It returns arrays within arrays, a million of them.',
    expected: { ...notJson, why: 'the place where reading ends is reported, and no stack overflows' },
    proxied: 'passed on',
    start: says('['.repeat(1_000_000) + ']'.repeat(1_000_000)),
  },
  {
    name: 'open-brackets',
    mode: 'heavy',
    description: 'It returns a million opening brackets.',
    expected: { ...notJson, why: 'not JSON' },
    proxied: 'passed on',
    start: says('['.repeat(1_000_000)),
  },
  {
    name: 'text-of-10-megabytes',
    mode: 'heavy',
    description: 'It returns a name of 10 MB.',
    expected: {
      exitCode: 1,
      checks: ['created-is-echoed'],
      why: 'the contract bounds no name; but it is not the one that was sent',
    },
    proxied: 'passed on',
    start: says(`{"name":"${'x'.repeat(10_000_000)}"}`),
  },
  {
    name: 'number-of-a-million-digits',
    mode: 'heavy',
    description: 'It returns a name that is a number of a million digits.',
    expected: {
      ...notJson,
      reported: /more than 5000 digits/,
      why: 'no reader accepts such a number: the kit stops at 5,000 digits, and reports that',
    },
    proxied: 'passed on',
    start: says(`{"name":${'9'.repeat(1_000_000)}}`),
  },
  {
    name: 'number-beyond-doubles',
    description: 'It returns the name 1e400.',
    expected: {
      exitCode: 1,
      checks: ['body-matches-schema', 'created-is-echoed'],
      why: 'a number is no name, and not the one that was sent',
    },
    proxied: 'passed on',
    start: says('{"name":1e400}'),
  },
  {
    name: 'exponent-without-end',
    description: 'It returns the name 1e999999999.',
    expected: {
      ...notJson,
      reported: /more than 5000 digits/,
      why: 'no reader accepts such a number: the kit stops at 5,000 digits, and reports that',
    },
    proxied: 'passed on',
    start: says('{"name":1e999999999}'),
  },
  {
    name: 'proto-keys',
    description: 'It adds members named __proto__, constructor and toString to a plant.',
    expected: { exitCode: 0, why: 'the contract allows more members, and these are members as any other' },
    proxied: 'passed on',
    start: adds('"__proto__":{"name":1,"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,'),
  },
  {
    name: 'proto-for-name',
    description: 'It returns a plant whose name is only in its __proto__.',
    expected: {
      exitCode: 1,
      checks: ['body-matches-schema', 'created-is-echoed'],
      why: 'what is below __proto__ is not inherited',
    },
    proxied: 'passed on',
    start: says('{"__proto__":{"name":"fern"}}'),
  },
  {
    name: 'duplicate-keys',
    description: 'It gives the name of a plant twice, the first of them wrong.',
    expected: {
      exitCode: 1,
      checks: ['keys-are-unique'],
      why: 'RFC 8259, section 4: readers differ in which they take',
    },
    proxied: 'passed on',
    start: adds('"name":"another",'),
  },
  {
    name: 'hundred-thousand-keys',
    mode: 'heavy',
    description: 'It adds 100,000 members to a plant.',
    expected: { exitCode: 0, why: 'the contract allows more members' },
    proxied: 'passed on',
    start: adds([...Array(100_000).keys()].map((n) => `"k${n}":${n},`).join('')),
  },
  {
    name: 'invalid-utf-8',
    description: 'It has bytes in a plant that are not UTF-8.',
    expected: { ...notJson, why: 'JSON is UTF-8 (RFC 8259, section 8.1)' },
    proxied: 'passed on',
    start: says(Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, 0xff, ...Buffer.from('"}')])),
  },
  {
    name: 'byte-order-mark',
    description: 'It begins a plant with a byte order mark.',
    expected: { ...notJson, why: 'RFC 8259, section 8.1: a sender adds none' },
    proxied: 'passed on',
    start: changes((text) => `\ufeff${text}`),
  },
  {
    name: 'utf-16',
    description: 'It writes plants in UTF-16.',
    expected: { ...notJson, why: 'JSON is UTF-8' },
    proxied: 'passed on',
    start: changes((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  },
  {
    name: 'nuls',
    description: 'It returns a thousand NULs.',
    expected: { ...notJson, why: 'not JSON' },
    proxied: 'passed on',
    start: says('\u0000'.repeat(1_000)),
  },
  {
    name: 'nul-behind-body',
    description: 'It ends a plant with a NUL, as a text in C.',
    expected: { ...notJson, why: 'nothing follows the value' },
    proxied: 'passed on',
    start: changes((text) => `${text}\u0000`),
  },
  {
    name: 'empty-body',
    description: 'It returns an empty body.',
    expected: { ...notJson, why: 'nothing is not JSON' },
    proxied: 'passed on',
    start: says(''),
  },
  {
    name: 'jsonp',
    description: 'It wraps a plant in a call.',
    expected: { ...notJson, why: 'a script is not JSON' },
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
  return withBehavior((right) => ({
    respondToCreate: (shown): StoreResponse => {
      const { body } = right.respondToCreate(shown);
      return { ...jsonResponse(200, null), body: change(String(body)) };
    },
  }));
}
