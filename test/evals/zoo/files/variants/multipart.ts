/** Parts that are read, kept or shown otherwise than RFC 7578 and the contract have it. */
import { isObject } from '../../json.ts';
import { FilesProblem } from '../http.ts';
import { deep, type FilesDefect, type FilesFault, ignoresRules } from '../variant.ts';
import { changesPart, changesParts, responds, throwServerError, withHeaders } from './changes.ts';

const upload = { operations: ['uploadFile'] };

type PartDefect = Pick<FilesDefect, 'name' | 'description' | 'behavior'>;

function parts(foundBy: string, defects: readonly PartDefect[]): readonly FilesFault[] {
  return deep(defects.map((defect) => ({ ...upload, ...defect, foundBy: [foundBy] })));
}

export const wrongParts: readonly FilesFault[] = [
  ...parts('created-is-echoed', [
    {
      name: 'drops-comment',
      description: 'It forgets an optional part.',
      behavior: changesParts((all) => all.filter(({ name }) => name !== 'comment')),
    },
    {
      name: 'drops-last-part',
      description: 'It forgets the last part where it is optional, as readers do that wait for one more boundary.',
      behavior: changesParts((all) =>
        all.filter(({ name }, index) => index < all.length - 1 || /file|title|shelf|meta/.test(name)),
      ),
    },
    {
      name: 'reads-comment-as-latin-1',
      description: 'It reads a text part as Latin-1.',
      behavior: changesPart('comment', (part) => ({ ...part, content: Buffer.from(part.content.toString('latin1')) })),
    },
    {
      name: 'decodes-comment',
      description: 'It reads a text part as a form field: a plus is a space.',
      behavior: changesPart('comment', (part) => ({
        ...part,
        content: Buffer.from(part.content.toString().replaceAll('+', ' ')),
      })),
    },
    {
      name: 'keeps-line-end-of-parts',
      description: 'It takes the line end in front of a boundary for a part of the text.',
      behavior: changesPart('comment', (part) => ({
        ...part,
        content: Buffer.concat([part.content, Buffer.from('\r\n')]),
      })),
    },
  ]),
  ...parts('read-returns-written', [
    {
      name: 'keeps-every-file-as-octets',
      description: 'It forgets that a part is an image.',
      behavior: changesPart('file', (part) => ({
        ...part,
        type: part.type === 'image/png' ? 'application/octet-stream' : part.type,
      })),
    },
    {
      name: 'lowers-file-names',
      description: 'It keeps the name of a file in small letters.',
      behavior: changesPart('file', ({ filename, ...part }) => ({ ...part, filename: filename?.toLowerCase() })),
    },
    {
      name: 'drops-file-names',
      description: 'It names every file upload.bin.',
      behavior: changesPart('file', (part) => ({ ...part, filename: 'upload.bin' })),
    },
    {
      name: 'counts-bytes-with-line-end',
      description: 'It takes the line end in front of a boundary for two bytes of the file.',
      behavior: changesPart('file', (part) => ({
        ...part,
        content: Buffer.concat([part.content, Buffer.from('\r\n')]),
      })),
    },
    {
      name: 're-encodes-bytes-of-parts',
      description: 'It reads a binary part as UTF-8 and writes it again.',
      behavior: changesPart('file', (part) => ({ ...part, content: Buffer.from(part.content.toString('utf8')) })),
    },
    {
      name: 'trims-files',
      description: 'It removes line ends at the end of a file.',
      behavior: changesPart('file', (part) => ({
        ...part,
        content: Buffer.from(part.content.toString('latin1').replace(/[\r\n]+$/, ''), 'latin1'),
      })),
    },
    {
      name: 'keeps-base64-of-files',
      description: 'It keeps the Base64 of a file in place of its bytes.',
      behavior: changesPart('file', (part) => ({ ...part, content: Buffer.from(part.content.toString('base64')) })),
    },
  ]),
  ...parts('invalid-rejected', [
    {
      name: 'takes-any-part-type',
      description: 'It does not look at the media types of parts.',
      behavior: ignoresRules('part/type'),
    },
    {
      name: 'takes-missing-file',
      description: 'It keeps an upload without its file.',
      behavior: ignoresRules('part/file'),
    },
    {
      name: 'takes-missing-meta',
      description: 'It keeps an upload without its JSON.',
      behavior: ignoresRules('meta/required'),
    },
    {
      name: 'takes-repeated-title',
      description: 'It keeps the first of several titles.',
      behavior: ignoresRules('part/repeated'),
    },
    {
      name: 'takes-unknown-parts',
      description: 'It keeps parts that the contract forbids.',
      behavior: ignoresRules('upload/unknown'),
    },
    {
      name: 'takes-any-keyword',
      description: 'It does not check repeated parts.',
      behavior: ignoresRules('keywords/item'),
    },
    {
      name: 'takes-five-keywords',
      description: 'It does not count repeated parts.',
      behavior: ignoresRules('keywords/max-items'),
    },
    {
      name: 'takes-rating-in-thirds',
      description: 'It ignores multipleOf in a JSON part.',
      behavior: ignoresRules('rating/multiple'),
    },
    {
      name: 'takes-any-longitude-of-meta',
      description: 'It checks the first of two prefixItems in a JSON part.',
      behavior: ignoresRules('location/1'),
    },
    {
      name: 'takes-people-without-name',
      description: 'It does not check the items of an array in a JSON part.',
      behavior: ignoresRules('people/item'),
    },
    {
      name: 'takes-any-shelf-of-file',
      description: 'It does not check the bounds of an integer part.',
      behavior: ignoresRules('shelf'),
    },
    {
      name: 'checks-first-person-alone',
      description: 'It checks the first object in an array and forgets the others.',
      behavior: () => ({
        prepare: (body) => {
          const meta = isObject(body) ? body['meta'] : undefined;
          if (!isObject(body) || meta === undefined || !isObject(meta) || !Array.isArray(meta['people'])) return body;
          return { ...body, meta: { ...meta, people: meta['people'].slice(0, 1) } };
        },
      }),
    },
  ]),
  ...parts('valid-accepted', [
    {
      name: 'rejects-empty-files',
      description: 'It rejects a file of no bytes, which the contract allows.',
      behavior: changesPart('file', (part) => {
        if (part.content.length === 0) throw new FilesProblem(422, 'The file is empty.');
        return part;
      }),
    },
    {
      name: 'rejects-images',
      description: 'It accepts one of the two media types that a part may have.',
      behavior: changesPart('file', (part) => {
        if (part.type === 'image/png') throw new FilesProblem(422, 'Only octets are kept.');
        return part;
      }),
    },
    {
      name: 'requires-meta-first',
      description: 'It rejects an upload whose JSON comes after its file.',
      behavior: changesParts((all) => {
        const [meta, file] = [
          all.findIndex(({ name }) => name === 'meta'),
          all.findIndex(({ name }) => name === 'file'),
        ];
        if (meta > file && file !== -1) throw new FilesProblem(422, 'meta is expected in front of the file.');
        return all;
      }),
    },
    {
      name: 'keeps-quotes-of-boundary',
      description: 'It takes the quotes around a boundary for a part of it.',
      behavior: ({ readParts }) => ({
        readParts: (request) => {
          if (/boundary="/i.test(request.headers['content-type'] ?? ''))
            throw new FilesProblem(400, 'There are no parts.');
          return readParts(request);
        },
      }),
    },
    {
      name: 'knows-headers-of-parts-by-case',
      description: 'It finds the header Content-Disposition of a part by its capitals alone.',
      behavior: ({ readParts }) => ({
        readParts: (request) => {
          if (/^(content-disposition|CONTENT-DISPOSITION):/m.test(request.body.toString('latin1')))
            throw new FilesProblem(400, 'A part has no name.');
          return readParts(request);
        },
      }),
    },
  ]),
  ...parts('no-server-error', [
    {
      name: 'fails-without-boundary',
      description: 'It returns 500 where the Content-Type has no boundary.',
      behavior: ({ readParts }) => ({
        readParts: (request) =>
          /boundary=/i.test(request.headers['content-type'] ?? '') ? readParts(request) : throwServerError(),
      }),
    },
    {
      name: 'fails-on-broken-meta',
      description: 'It returns 500 where the JSON of a part is broken.',
      behavior: ({ parseJson }) => ({
        parseJson: (text) => {
          try {
            return parseJson(text);
          } catch {
            return throwServerError();
          }
        },
      }),
    },
  ]),
  ...parts('headers-declared', [
    {
      name: 'gives-no-location-of-files',
      description: 'It sends an empty Location with a new file.',
      behavior: responds(
        withHeaders({ location: '' }),
        ({ status }, operation) => operation === 'uploadFile' && status === 201,
      ),
    },
  ]),
];
