import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import { json } from '../wire.ts';
import { answers, crash, remembers, sees } from './changes.ts';

/** Text, images and XML that are taken, kept or answered wrongly. */
export const wrongUploads = faulty<Desk>('basic', [
  {
    name: 'answers-204-with-body',
    what: 'It says 204 and sends a body.',
    at: ['writeNote'],
    foundBy: ['no-body-where-none'],
    behaviour: answers('writeNote', (answer) => ({
      ...answer,
      deliver: (response, { headers }) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        response.socket?.write(`HTTP/1.1 204 No Content\r\n${lines.join('')}content-length: 2\r\n\r\n{}`);
        response.socket?.end();
      },
    })),
  },
  {
    name: 'answers-text-as-json',
    what: 'It answers a note as JSON, in quotes.',
    at: ['readNote'],
    foundBy: ['media-type-declared'],
    behaviour: answers('readNote', (answer) => json(200, String(answer.body))),
  },
  {
    name: 'takes-notes-as-json',
    what: 'It takes a note under every media type.',
    at: ['writeNote'],
    foundBy: ['invalid-rejected'],
    behaviour: () => ({ essenceOf: () => 'text/plain' }),
  },
  {
    name: 'fails-on-long-notes',
    what: 'It answers 500 to a note of more than 255 characters.',
    at: ['writeNote'],
    foundBy: ['no-server-error'],
    behaviour: ({ decode }) => ({ decode: (bytes) => (bytes.length > 255 ? crash() : decode(bytes)) }),
  },
  {
    name: 'mangles-photos',
    what: 'It reads the bytes of a photo as UTF-8 and keeps what that gives.',
    at: ['uploadPhoto', 'readPhoto'],
    foundBy: ['read-returns-written'],
    behaviour: remembers(({ savePhoto }) => ({
      savePhoto: (id, bytes) => savePhoto(id, Buffer.from(bytes.toString('utf8'))),
    })),
  },
  {
    name: 'cuts-photos',
    what: 'It keeps the first 32 bytes of a photo.',
    at: ['uploadPhoto', 'readPhoto'],
    foundBy: ['read-returns-written'],
    behaviour: remembers(({ savePhoto }) => ({
      savePhoto: (id, bytes) => savePhoto(id, bytes.subarray(0, 32)),
    })),
  },
  {
    name: 'takes-empty-photos',
    what: 'It takes a photo without a byte, though the body is required.',
    at: ['uploadPhoto'],
    foundBy: ['invalid-rejected'],
    behaviour: sees('uploadPhoto', (request) =>
      request.body.length > 0
        ? request
        : {
            ...request,
            headers: { ...request.headers, 'content-type': 'image/png' },
            body: Buffer.from('\0'),
          },
    ),
  },
  {
    name: 'takes-any-photo-type',
    what: 'It takes a photo under every media type.',
    at: ['uploadPhoto'],
    foundBy: ['invalid-rejected'],
    behaviour: () => ({ essenceOf: () => 'image/png' }),
  },
  {
    name: 'answers-200-for-photos',
    what: 'It answers 200 where the contract says 201.',
    at: ['uploadPhoto'],
    foundBy: ['status-declared'],
    behaviour: answers('uploadPhoto', (answer) => json(200, JSON.parse(String(answer.body)), answer.headers)),
  },
  {
    name: 'refuses-xml-suggestions',
    what: 'It takes suggestions as forms alone, though the contract has XML too.',
    at: ['suggest'],
    foundBy: ['valid-accepted'],
    behaviour: ({ essenceOf }) => ({
      essenceOf: (type) => {
        if (essenceOf(type) !== 'application/xml') return essenceOf(type);
        throw new Refusal({ status: 415, code: 'no-xml', title: 'XML is not taken.' });
      },
    }),
  },
  {
    name: 'asks-for-credentials-with-xml',
    what: 'It asks for credentials where a suggestion comes as XML, though the contract lets everybody in.',
    at: ['suggest'],
    foundBy: ['valid-accepted'],
    behaviour: ({ essenceOf }) => ({
      essenceOf: (type) => {
        if (essenceOf(type) !== 'application/xml') return essenceOf(type);
        throw new Refusal({ status: 401, code: 'unauthorised', title: 'Who are you?' });
      },
    }),
  },
  {
    name: 'takes-broken-xml',
    what: 'It reads XML by searching for its tags, broken or not.',
    at: ['suggest'],
    foundBy: ['invalid-rejected'],
    behaviour: () => ({
      parseXml: (text) => {
        const subject = /<subject>([^<]*)/.exec(text)?.[1] ?? 'Nothing';
        const child = { name: 'subject', attributes: new Map<string, string>(), children: [], text: subject };
        return { name: 'suggestion', attributes: new Map([['stars', '3']]), children: [child], text: '' };
      },
    }),
  },
  {
    name: 'fails-on-broken-xml',
    what: 'It answers 500 where XML is not well-formed.',
    at: ['suggest'],
    foundBy: ['no-server-error'],
    behaviour: ({ parseXml }) => ({
      parseXml: (text) => {
        try {
          return parseXml(text);
        } catch {
          return crash();
        }
      },
    }),
  },
]);
