import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { malformed } from '../refusal.ts';
import { crash, takesForms } from './changes.ts';

const at = ['addAttachment'];

/** Parts that are read otherwise than RFC 7578 and the contract have it. */
export const wrongParts = faulty<Desk>('deep', [
  {
    name: 'takes-any-part-type',
    what: 'It does not look at the media types of parts.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: () => ({ checkPart: () => undefined }),
  },
  {
    name: 'takes-missing-file',
    what: 'It keeps an attachment without its file.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: takesForms(({ refuseMissing }) => ({
      refuseMissing: (name) => (name === 'file' ? undefined : refuseMissing(name)),
    })),
  },
  {
    name: 'takes-missing-label',
    what: 'It keeps an attachment without its required label.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: takesForms(({ refuseMissing }) => ({
      refuseMissing: (name) => (name === 'label' ? undefined : refuseMissing(name)),
    })),
  },
  {
    name: 'takes-unknown-parts',
    what: 'It passes over parts that the contract rules out.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: takesForms(() => ({ refuseUnknown: () => undefined })),
  },
  {
    name: 'labels-by-file-name',
    what: 'It takes the name of the file for the label.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: ({ partsOf }) => ({
      partsOf: (body, boundary) => {
        const parts = partsOf(body, boundary);
        const called = parts.find(({ name }) => name === 'file')?.filename ?? 'file';
        return parts.map((part) =>
          part.name === 'label' ? { ...part, content: Buffer.from(called) } : part,
        );
      },
    }),
  },
  {
    name: 'keeps-quotes-of-boundary',
    what: 'It takes the quotes around a boundary for part of it, and finds no parts.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: () => ({ boundaryOf: (type) => /boundary=([^\s;]+)/i.exec(type)?.[1] }),
  },
  {
    name: 'fails-without-boundary',
    what: 'It answers 500 where the Content-Type has no boundary.',
    at,
    foundBy: ['no-server-error'],
    behaviour: ({ boundaryOf }) => ({ boundaryOf: (type) => boundaryOf(type) ?? crash() }),
  },
  {
    name: 'hangs-on-unterminated-parts',
    what: 'It waits for the last boundary for ever, as busboy does where nobody listens.',
    at,
    foundBy: ['answer-arrives'],
    behaviour: ({ partsOf }) => ({
      around: async (request, answer) => {
        const [, boundary] =
          /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
        const isOpen = boundary !== undefined && !request.body.includes(`--${boundary}--`);
        return isOpen ? new Promise(() => undefined) : answer();
      },
      partsOf,
    }),
  },
  {
    name: 'takes-any-title',
    what: 'It reads the JSON of a part and does not validate it.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: () => ({ readAboutTitle: (title) => (typeof title === 'string' ? title : 'Untitled') }),
  },
  {
    name: 'takes-text-for-json-part',
    what: 'It takes a part that is no JSON for a title.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: ({ parseJson }) => ({
      parseJson: (text) => {
        try {
          return parseJson(text);
        } catch {
          return { title: text.slice(0, 60) || 'Untitled' };
        }
      },
    }),
  },
  {
    name: 'fails-on-broken-json-part',
    what: 'It answers 500 where a part is no JSON.',
    at,
    foundBy: ['no-server-error'],
    behaviour: ({ parseJson }) => ({
      parseJson: (text) => {
        try {
          return parseJson(text);
        } catch {
          return crash();
        }
      },
    }),
  },
  {
    name: 'keeps-last-tag',
    what: 'It keeps the last of several parts with one name.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: takesForms(() => ({ itemsOf: (values) => values.slice(-1) })),
  },
  {
    name: 'reads-parts-as-latin-1',
    what: 'It reads the text of parts as Latin-1.',
    at,
    foundBy: ['created-is-echoed'],
    behaviour: () => ({ decode: (bytes) => bytes.toString('latin1') }),
  },
  {
    name: 'refuses-pdf',
    what: 'It takes one of the two media types that a part may have.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: ({ checkPart }) => ({
      checkPart: (part, types) => {
        if (part.type === 'application/pdf') throw malformed('Only images are kept.');
        checkPart(part, types);
      },
    }),
  },
]);
