/** Sample bytes and file names by media type. */
import { encodeUtf8, fromBase64 } from '../../platform/bytes.ts';
import { mediaTypeEssence } from '../model/media-parameters.ts';

/** The smallest file of its type that readers accept; for unknown types, bytes that are not text. */
export function sampleFileBytes(type: string): Uint8Array {
  return sampleFiles.get(mediaTypeEssence(type))?.bytes() ?? binarySample;
}

/** `sample.png` */
export function sampleFileName(type: string): string {
  return `sample.${sampleFiles.get(mediaTypeEssence(type))?.extension ?? 'bin'}`;
}

/** Whether the sample is a file of this type, and not bytes that fit every type. */
export function hasSampleFile(type: string): boolean {
  return sampleFiles.has(mediaTypeEssence(type));
}

/** The sample as text, for text types; undefined for all others. */
export function sampleFileText(type: string): string | undefined {
  return sampleTexts.get(mediaTypeEssence(type));
}

/** NUL, line endings, and invalid UTF-8. */
const binarySample = Uint8Array.of(0x00, 0x01, 0x7f, 0x80, 0xff, 0x0d, 0x0a, 0x0d, 0x0a, 0x2d, 0x2d, 0xfe, 0x20, 0x41);

const sampleTexts: ReadonlyMap<string, string> = new Map([
  ['text/plain', 'A short text.'],
  ['text/csv', 'name,count\r\nfirst,1\r\nsecond,2\r\n'],
  ['text/tab-separated-values', 'name\tcount\nfirst\t1\n'],
  ['text/html', '<!DOCTYPE html><html lang="en"><head><title>Sample</title></head><body>Sample</body></html>'],
  ['text/markdown', '# Sample\n\nA short text.\n'],
  ['text/calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Sample//EN\r\nEND:VCALENDAR\r\n'],
  ['text/event-stream', 'data: sample\n\n'],
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
]);

interface SampleFile {
  readonly extension: string;
  bytes(): Uint8Array;
}

function base64File(extension: string, base64: string): SampleFile {
  return { extension, bytes: () => fromBase64(base64) };
}

function fromText(extension: string, type: string): SampleFile {
  return { extension, bytes: () => encodeUtf8(sampleTexts.get(type) ?? '') };
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const jpeg =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==';
/** An archive without files: only its end record. */
const zip = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
const gzip = 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=';

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Eight samples of silence. */
function wav(): Uint8Array {
  const file = new Uint8Array(52).fill(0x80);
  file.set(encodeUtf8('RIFF'));
  file.set(encodeUtf8('WAVEfmt '), 8);
  file.set(encodeUtf8('data'), 36);
  const header = new DataView(file.buffer);
  header.setUint32(4, 44, true);
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, 8_000, true);
  header.setUint32(28, 8_000, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  header.setUint32(40, 8, true);
  return file;
}

const sampleFiles: ReadonlyMap<string, SampleFile> = new Map([
  ['image/png', base64File('png', png)],
  ['image/gif', base64File('gif', gif)],
  ['image/jpeg', base64File('jpg', jpeg)],
  ['image/jpg', base64File('jpg', jpeg)],
  ['image/svg+xml', fromText('svg', 'image/svg+xml')],
  ['application/pdf', { extension: 'pdf', bytes: () => encodeUtf8(pdf) }],
  ['application/zip', base64File('zip', zip)],
  ['application/gzip', base64File('gz', gzip)],
  ['audio/wav', { extension: 'wav', bytes: wav }],
  ['text/plain', fromText('txt', 'text/plain')],
  ['text/csv', fromText('csv', 'text/csv')],
  ['text/html', fromText('html', 'text/html')],
  ['text/markdown', fromText('md', 'text/markdown')],
  ['application/json', { extension: 'json', bytes: () => encodeUtf8('{}') }],
  ['application/xml', { extension: 'xml', bytes: () => encodeUtf8('<sample/>') }],
]);
