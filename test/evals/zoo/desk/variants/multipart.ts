import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import { malformedRequest } from '../error.ts';
import { changesForms, throwDeskServerError } from './changes.ts';

const at = ['addAttachment'];

/** Parts that are read otherwise than RFC 7578 and the contract have it. */
export const wrongParts = faulty<DeskBehavior>('deep', [
  {
    name: 'takes-any-part-type',
    description: 'It does not look at the media types of parts.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: () => ({ checkPart: () => undefined }),
  },
  {
    name: 'takes-missing-file',
    description: 'It keeps an attachment without its file.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesForms(({ rejectMissing }) => ({
      rejectMissing: (name) => (name === 'file' ? undefined : rejectMissing(name)),
    })),
  },
  {
    name: 'takes-missing-label',
    description: 'It keeps an attachment without its required label.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesForms(({ rejectMissing }) => ({
      rejectMissing: (name) => (name === 'label' ? undefined : rejectMissing(name)),
    })),
  },
  {
    name: 'takes-unknown-parts',
    description: 'It passes over parts that the contract rules out.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesForms(() => ({ rejectUnknown: () => undefined })),
  },
  {
    name: 'labels-by-file-name',
    description: 'It accepts the name of the file as the label.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: ({ partsOf }) => ({
      partsOf: (body, boundary) => {
        const parts = partsOf(body, boundary);
        const called = parts.find(({ name }) => name === 'file')?.filename ?? 'file';
        return parts.map((part) => (part.name === 'label' ? { ...part, content: Buffer.from(called) } : part));
      },
    }),
  },
  {
    name: 'keeps-quotes-of-boundary',
    description: 'It treats the quotes around a boundary as part of it, and finds no parts.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: () => ({ boundaryOf: (type) => /boundary=([^\s;]+)/i.exec(type)?.[1] }),
  },
  {
    name: 'fails-without-boundary',
    description: 'It returns 500 where the Content-Type has no boundary.',
    operations: at,
    foundBy: ['no-server-error'],
    behavior: ({ boundaryOf }) => ({ boundaryOf: (type) => boundaryOf(type) ?? throwDeskServerError() }),
  },
  {
    name: 'hangs-on-unterminated-parts',
    description: 'It waits for the last boundary forever, as busboy does without a listener.',
    operations: at,
    foundBy: ['response-arrives'],
    behavior: ({ partsOf }) => ({
      wrapExchange: async (request, respond) => {
        const [, boundary] =
          /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
        const isAuthorized = boundary !== undefined && !request.body.includes(`--${boundary}--`);
        return isAuthorized ? new Promise(() => undefined) : respond();
      },
      partsOf,
    }),
  },
  {
    name: 'takes-any-title',
    description: 'It reads the JSON of a part and does not validate it.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: () => ({ readAboutTitle: (title) => (typeof title === 'string' ? title : 'Untitled') }),
  },
  {
    name: 'takes-text-for-json-part',
    description: 'It accepts a part that is not a JSON as a title.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: ({ parseJson }) => ({
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
    description: 'It returns 500 where a part is not JSON.',
    operations: at,
    foundBy: ['no-server-error'],
    behavior: ({ parseJson }) => ({
      parseJson: (text) => {
        try {
          return parseJson(text);
        } catch {
          return throwDeskServerError();
        }
      },
    }),
  },
  {
    name: 'keeps-last-tag',
    description: 'It keeps the last of several parts with one name.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: changesForms(() => ({ itemsOf: (values) => values.slice(-1) })),
  },
  {
    name: 'reads-parts-as-latin-1',
    description: 'It reads the text of parts as Latin-1.',
    operations: at,
    foundBy: ['created-is-echoed'],
    behavior: () => ({ decode: (bytes) => bytes.toString('latin1') }),
  },
  {
    name: 'rejects-pdf',
    description: 'It accepts one of the two media types that a part may have.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: ({ checkPart }) => ({
      checkPart: (part, types) => {
        if (part.type === 'application/pdf') throw malformedRequest('Only images are kept.');
        checkPart(part, types);
      },
    }),
  },
]);
