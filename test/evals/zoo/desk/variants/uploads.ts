import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import { DeskError } from '../error.ts';
import { jsonDeskResponse } from '../http.ts';
import { changesMemory, changesRequests, changesResponses, throwDeskServerError } from './changes.ts';

/** Text, images and XML that are taken, kept or answered wrongly. */
export const wrongUploads = faulty<DeskBehavior>('basic', [
  {
    name: 'returns-204-with-body',
    description: 'It returns 204 with a body.',
    operations: ['writeNote'],
    foundBy: ['no-forbidden-body'],
    behavior: changesResponses('writeNote', (received) => ({
      ...received,
      deliver: (response, { headers }) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        response.socket?.write(`HTTP/1.1 204 No Content\r\n${lines.join('')}content-length: 2\r\n\r\n{}`);
        response.socket?.end();
      },
    })),
  },
  {
    name: 'returns-text-as-json',
    description: 'It returns a note as JSON, in quotes.',
    operations: ['readNote'],
    foundBy: ['media-type-declared'],
    behavior: changesResponses('readNote', (received) => jsonDeskResponse(200, String(received.body))),
  },
  {
    name: 'takes-notes-as-json',
    description: 'It accepts a note under every media type.',
    operations: ['writeNote'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({ mediaTypeEssence: () => 'text/plain' }),
  },
  {
    name: 'fails-on-long-notes',
    description: 'It returns 500 to a note of more than 255 characters.',
    operations: ['writeNote'],
    foundBy: ['no-server-error'],
    behavior: ({ decode }) => ({
      decode: (bytes) => (bytes.length > 255 ? throwDeskServerError() : decode(bytes)),
    }),
  },
  {
    name: 'mangles-photos',
    description: 'It reads the bytes of a photo as UTF-8 and keeps what that gives.',
    operations: ['uploadPhoto', 'readPhoto'],
    foundBy: ['read-returns-written'],
    behavior: changesMemory(({ savePhoto }) => ({
      savePhoto: (id, bytes) => savePhoto(id, Buffer.from(bytes.toString('utf8'))),
    })),
  },
  {
    name: 'cuts-photos',
    description: 'It keeps the first 32 bytes of a photo.',
    operations: ['uploadPhoto', 'readPhoto'],
    foundBy: ['read-returns-written'],
    behavior: changesMemory(({ savePhoto }) => ({
      savePhoto: (id, bytes) => savePhoto(id, bytes.subarray(0, 32)),
    })),
  },
  {
    name: 'takes-empty-photos',
    description: 'It accepts a photo without a byte, though the body is required.',
    operations: ['uploadPhoto'],
    foundBy: ['invalid-rejected'],
    behavior: changesRequests('uploadPhoto', (request) =>
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
    description: 'It accepts a photo under every media type.',
    operations: ['uploadPhoto'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({ mediaTypeEssence: () => 'image/png' }),
  },
  {
    name: 'returns-200-for-photos',
    description: 'It returns 200 where the contract declares 201.',
    operations: ['uploadPhoto'],
    foundBy: ['status-declared'],
    behavior: changesResponses('uploadPhoto', (received) =>
      jsonDeskResponse(200, JSON.parse(String(received.body)), received.headers),
    ),
  },
  {
    name: 'rejects-xml-suggestions',
    description: 'It accepts suggestions as forms alone, though the contract has XML too.',
    operations: ['suggest'],
    foundBy: ['valid-accepted'],
    behavior: ({ mediaTypeEssence }) => ({
      mediaTypeEssence: (type) => {
        if (mediaTypeEssence(type) !== 'application/xml') return mediaTypeEssence(type);
        throw new DeskError({ status: 415, code: 'no-xml', title: 'XML is not accepted.' });
      },
    }),
  },
  {
    name: 'asks-for-credentials-with-xml',
    description: 'It requires credentials for a suggestion sent as XML, though the contract requires none.',
    operations: ['suggest'],
    foundBy: ['valid-accepted'],
    behavior: ({ mediaTypeEssence }) => ({
      mediaTypeEssence: (type) => {
        if (mediaTypeEssence(type) !== 'application/xml') return mediaTypeEssence(type);
        throw new DeskError({ status: 401, code: 'unauthorised', title: 'Who are you?' });
      },
    }),
  },
  {
    name: 'takes-broken-xml',
    description: 'It reads XML by searching for its tags, broken or not.',
    operations: ['suggest'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({
      parseXml: (text) => {
        const subject = /<subject>([^<]*)/.exec(text)?.[1] ?? 'Nothing';
        const child = { name: 'subject', attributes: new Map<string, string>(), children: [], text: subject };
        return { name: 'suggestion', attributes: new Map([['stars', '3']]), children: [child], text: '' };
      },
    }),
  },
  {
    name: 'fails-on-broken-xml',
    description: 'It returns 500 where XML is not well-formed.',
    operations: ['suggest'],
    foundBy: ['no-server-error'],
    behavior: ({ parseXml }) => ({
      parseXml: (text) => {
        try {
          return parseXml(text);
        } catch {
          return throwDeskServerError();
        }
      },
    }),
  },
]);
