/** Bytes that come back otherwise than they were sent, and wrong ranges of them. */
import { FilesProblem } from '../http.ts';
import { rangeOf } from '../ranges.ts';
import { deep, type FilesFault, type ShortDefect, scoped } from '../variant.ts';
import { at, responds, withHeaders, withoutHeader, withStatus } from './changes.ts';

const operations = ['uploadFile', 'writeContent', 'readContent'];

function kept(name: string, description: string, keepContent: (bytes: Buffer) => Buffer): ShortDefect {
  return { name, description, behavior: () => ({ keepContent }) };
}

export const wrongContent: readonly FilesFault[] = [
  ...scoped({ operations, foundBy: ['read-returns-written'] }, [
    kept(
      're-encodes-bytes',
      'It reads bytes as UTF-8 and writes them again, which changes those above 0x7f.',
      (bytes) => Buffer.from(bytes.toString('utf8')),
    ),
    kept('clears-high-bits', 'It keeps seven bits of every byte.', (bytes) =>
      Buffer.from(bytes.map((byte) => byte & 0x7f)),
    ),
    kept('keeps-bytes-as-utf-8', 'It writes every byte above 0x7f as two.', (bytes) =>
      Buffer.from(bytes.toString('latin1')),
    ),
    {
      ...kept('ends-bytes-at-zero', 'It keeps bytes up to the first 0.', (bytes) => {
        const end = bytes.indexOf(0);
        return end === -1 ? bytes : bytes.subarray(0, end);
      }),
      foundBy: ['valid-accepted'],
    },
    kept('makes-lf-of-crlf-in-bytes', 'It transfers bytes in the text mode of FTP.', (bytes) =>
      Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    ),
    kept('cuts-content-at-64-kib', 'It keeps the first 64 KiB.', (bytes) => bytes.subarray(0, 65_536)),
    kept('cuts-content-at-64-bytes', 'It keeps the first 64 bytes.', (bytes) => bytes.subarray(0, 64)),
    {
      name: 'appends-content',
      description: 'It adds the bytes of a PUT to those of the file.',
      behavior: ({ saveFile }) => ({
        saveFile: (state, file) => {
          const before = state.files.get(file.id)?.content ?? Buffer.alloc(0);
          saveFile(state, { ...file, content: Buffer.concat([before, file.content]) });
        },
      }),
    },
    {
      name: 'keeps-first-content',
      description: 'It counts the version and keeps the bytes of the upload.',
      behavior: ({ saveFile }) => ({
        saveFile: (state, file) =>
          saveFile(state, { ...file, content: state.files.get(file.id)?.content ?? file.content }),
      }),
    },
    {
      name: 'serves-every-content-as-octets',
      description: 'It forgets the media type of content.',
      behavior: responds(
        withHeaders({ 'content-type': 'application/octet-stream' }),
        (response, operation) => operation === 'readContent' && response.status < 300,
      ),
    },
  ]),
  ...deep([
    {
      name: 'rejects-empty-content',
      description: 'It requires a body where the contract does not.',
      operations: ['writeContent'],
      foundBy: ['valid-accepted'],
      behavior: ({ keepContent }) => ({
        keepContent: (bytes, operation) => {
          if (bytes.length === 0 && operation === 'writeContent') throw new FilesProblem(400, 'A body is required.');
          return keepContent(bytes, operation);
        },
      }),
    },
    {
      name: 'rejects-content-beyond-64-kib',
      description: 'It has the limit of another layer, far below that of the contract.',
      operations: ['writeContent'],
      foundBy: ['valid-accepted'],
      behavior: ({ keepContent }) => ({
        keepContent: (bytes, operation) => {
          if (bytes.length > 65_536) throw new FilesProblem(413, 'The body is too large.');
          return keepContent(bytes, operation);
        },
      }),
    },
    {
      name: 'takes-content-as-text',
      description: 'It accepts content of any media type.',
      operations: ['writeContent'],
      foundBy: ['invalid-rejected'],
      behavior: ({ mediaType }) => ({
        mediaType: (type) =>
          /^(text|image|application\/(octet-stream|xml|x-www-form))/.test(type) ? 'image/png' : mediaType(type),
      }),
    },
    {
      name: 'never-counts-versions',
      description: 'It keeps the ETag of a file whose content changes.',
      operations: ['writeContent', 'readContent', 'readFile'],
      foundBy: ['etag-changes'],
      behavior: () => ({ tagOf: () => '"1"' }),
    },
    {
      name: 'ignores-if-match',
      description: 'It writes content although the file has another ETag.',
      operations: ['writeContent'],
      foundBy: ['if-match-respected'],
      behavior: () => ({ isMatch: () => true }),
    },
    {
      name: 'returns-304-to-every-condition',
      description: 'It returns 304 wherever there is an If-None-Match.',
      operations: ['readContent'],
      foundBy: ['if-none-match-respected'],
      behavior: () => ({ isNoneMatch: (condition) => condition === undefined }),
    },
    {
      name: 'leaves-etag-out-of-304',
      description: 'It sends a 304 without the ETag.',
      operations: ['readContent'],
      foundBy: ['headers-declared'],
      behavior: responds(withoutHeader('etag'), withStatus(304)),
    },
  ]),
];

export const wrongRanges: readonly FilesFault[] = scoped({ operations, foundBy: ['range-respected'] }, [
  {
    name: 'counts-end-of-range-in',
    description: 'It gives the byte after the last one in Content-Range.',
    behavior: () => ({ contentRange: ({ first, last }, size) => `bytes ${first}-${last + 1}/${size}` }),
  },
  {
    name: 'gives-length-of-range-as-size',
    description: 'It gives the length of the range as the size in Content-Range.',
    behavior: () => ({ contentRange: ({ first, last }) => `bytes ${first}-${last}/${last - first + 1}` }),
  },
  {
    name: 'leaves-size-out-of-content-range',
    description: 'It writes a Content-Range without the size.',
    foundBy: ['headers-declared'],
    behavior: () => ({ contentRange: ({ first, last }) => `bytes ${first}-${last}` }),
  },
  {
    name: 'leaves-out-last-byte-of-range',
    description: 'It leaves out the last byte of a range.',
    behavior: () => ({ slice: (content, { first, last }) => content.subarray(first, last) }),
  },
  {
    name: 'sends-all-as-part',
    description: 'It sends a 206 with the whole content.',
    behavior: () => ({ slice: (content) => content }),
  },
  {
    name: 'returns-206-beyond-end',
    description: 'It returns an empty 206 where no byte is within the range.',
    behavior: () => ({
      rangeOf: (header, size) => {
        const range = rangeOf(header, size);
        return range === 'unsatisfiable' ? { first: 0, last: -1 } : range;
      },
      contentRange: ({ first, last }, size) => `bytes ${first}-${Math.max(first, last)}/${size}`,
    }),
  },
  {
    name: 'reads-suffix-as-beginning',
    description: 'It sends the first bytes where the last ones are requested.',
    behavior: () => ({
      rangeOf: (header, size) =>
        rangeOf(
          header?.replace(/=\s*-(\d+)/, (_all, length) => `=0-${Number(length) - 1}`),
          size,
        ),
    }),
  },
  {
    name: 'returns-416-to-end-beyond-size',
    description: 'It rejects a range that ends behind the content, of which the rest is to be sent.',
    behavior: () => ({
      rangeOf: (header, size) => {
        const [, last] = /^bytes=\d+-(\d+)$/.exec(header ?? '') ?? [];
        return last !== undefined && Number(last) >= size ? 'unsatisfiable' : rangeOf(header, size);
      },
    }),
  },
  {
    name: 'returns-416-to-ranges-of-other-units',
    description: 'It rejects a Range that it does not know, which is to be ignored.',
    behavior: () => ({
      rangeOf: (header, size) =>
        header !== undefined && !header.startsWith('bytes=') ? 'unsatisfiable' : rangeOf(header, size),
    }),
  },
  {
    name: 'leaves-content-range-out-of-206',
    description: 'It sends a 206 without Content-Range.',
    foundBy: ['headers-declared'],
    behavior: responds(withoutHeader('content-range'), at('readContent', 206)),
  },
  {
    name: 'leaves-content-range-out-of-416',
    description: 'It sends a 416 without Content-Range.',
    foundBy: ['headers-declared'],
    behavior: responds(withoutHeader('content-range'), withStatus(416)),
  },
  {
    name: 'returns-200-with-part',
    description: 'It sends a part of the content with status 200.',
    behavior: responds((response) => ({ ...response, status: 200 }), at('readContent', 206)),
  },
]);
