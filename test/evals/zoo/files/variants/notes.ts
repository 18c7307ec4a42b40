/** Notes that come back otherwise than they were written, and names that are read otherwise. */
import { deep, type FilesFault, type ShortDefect, scoped } from '../variant.ts';
import { at, responds, withHeaders } from './changes.ts';

const operations = ['writeNote', 'readNote'];

function kept(name: string, description: string, keepNote: (text: string) => string): ShortDefect {
  return { name, description, behavior: () => ({ keepNote }) };
}

export const wrongNotes: readonly FilesFault[] = scoped({ operations, foundBy: ['read-returns-written'] }, [
  kept('trims-notes', 'It removes white space at the ends of a text.', (text) => text.trim()),
  kept('makes-lf-of-crlf', 'It ends lines with LF.', (text) => text.replaceAll('\r\n', '\n')),
  kept('makes-crlf-of-lf', 'It ends lines with CRLF.', (text) => text.replaceAll(/\r?\n/g, '\r\n')),
  kept('ends-notes-at-nul', 'It keeps a text up to the first NUL, as C does.', (text) => text.split('\0')[0] ?? ''),
  kept('drops-nul', 'It removes NUL from a text.', (text) => text.replaceAll('\0', '')),
  kept('keeps-notes-in-ascii', 'It keeps a question mark for every character beyond ASCII.', (text) =>
    text.replaceAll(/[^\0-\x7f]/gu, '?'),
  ),
  kept(
    'keeps-three-bytes-of-characters',
    'It keeps a question mark for characters of four bytes, as MySQL did.',
    (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ),
  kept('keeps-notes-as-latin-1', 'It reads UTF-8 as Latin-1 and writes UTF-8.', (text) =>
    Buffer.from(text).toString('latin1'),
  ),
  kept('composes-notes', 'It normalises a text to NFC.', (text) => text.normalize('NFC')),
  kept('drops-byte-order-mark', 'It removes U+FEFF at the beginning of a text.', (text) => text.replace(/^\ufeff/, '')),
  kept('ends-notes-with-line', 'It adds a line end where a text has none.', (text) => text.replace(/(?<!\n)$/, '\n')),
  kept('makes-spaces-of-tabs', 'It writes four spaces for a tab.', (text) => text.replaceAll('\t', '    ')),
  kept('escapes-notes', 'It keeps a text as HTML.', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  kept('decodes-notes', 'It percent-decodes a text.', (text) => text.replaceAll(/%[\da-f]{2}/gi, decodedOr)),
  kept('lowers-notes', 'It keeps a text in small letters.', (text) => text.toLowerCase()),
  kept('cuts-notes-at-255', 'It keeps the first 255 characters of a text.', (text) => [...text].slice(0, 255).join('')),
  {
    name: 'serves-notes-in-latin-1',
    description: 'It sends Latin-1 and says that it is UTF-8.',
    behavior: () => ({ serveNote: (text) => Buffer.from(text, 'latin1') }),
  },
  {
    name: 'names-latin-1-for-utf-8',
    description: 'It sends UTF-8 and says that it is Latin-1.',
    behavior: responds(withHeaders({ 'content-type': 'text/plain; charset=iso-8859-1' }), at('readNote')),
  },
]);

function named(name: string, description: string, change: (name: string) => string): ShortDefect {
  return {
    name,
    description,
    behavior: ({ noteKey }) => ({ noteKey: (folder, text) => noteKey(folder, change(text)) }),
  };
}

/** Two names are one. */
export const wrongNames: readonly FilesFault[] = scoped({ operations, foundBy: ['read-returns-written'] }, [
  named('composes-names-of-notes', 'It normalises a name in the path to NFC.', (text) => text.normalize('NFC')),
  named('folds-case-of-names', 'It takes names that differ in case for one.', (text) => text.toLowerCase()),
  named('trims-names-of-notes', 'It removes spaces at the ends of a name in the path.', (text) => text.trim()),
  named('drops-ends-of-names', 'It takes what follows a dot for a format, as Spring did.', (text) =>
    text.replace(/(?<=.)\.\w+$/, ''),
  ),
  named('ends-names-at-semicolons', 'It takes what follows a semicolon for a parameter.', (text) =>
    text.replace(/(?<=.);.*$/s, ''),
  ),
  named('compares-names-without-accents', 'It takes letters with and without accents for one.', (text) =>
    text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ),
  named('reads-plus-in-path-as-space', 'It reads a plus in the path as a space.', (text) => text.replaceAll('+', ' ')),
  named(
    'ends-names-at-slash',
    'It takes the last part of a name with slashes for the name.',
    (text) => text.split('/').at(-1) ?? '',
  ),
  {
    name: 'decodes-names-twice',
    description: 'It percent-decodes a name in the path twice: %2541 is A.',
    behavior: ({ decodeSegment }) => ({
      decodeSegment: (text) => decodeSegment(text).replaceAll(/%[\da-f]{2}/gi, decodedOr),
    }),
  },
  {
    name: 'does-not-decode-names',
    description: 'It takes a name as it stands in the path, so that %41 is not A.',
    foundBy: ['created-is-found'],
    behavior: () => ({ decodeSegment: (text) => text }),
  },
]);

export const rejectsNames: readonly FilesFault[] = deep([
  {
    name: 'decodes-path-before-routing',
    description: 'It decodes the path before it looks for the operation: a slash in a name is a part of the path.',
    operations,
    foundBy: ['valid-accepted'],
    behavior: () => ({ routedPath: (path) => path.replaceAll(/%2f/gi, '/') }),
  },
  {
    name: 'fails-on-percent-in-names',
    description: 'It decodes a name twice and returns 500 where the second time fails.',
    operations,
    foundBy: ['no-server-error'],
    behavior: ({ decodeSegment }) => ({
      decodeSegment: (text) => {
        const once = decodeSegment(text);
        return decodeURIComponent(once);
      },
    }),
  },
]);

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
