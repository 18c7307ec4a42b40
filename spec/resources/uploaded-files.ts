/** What a record shows of an uploaded file, where the contract names it clearly: its size, digest, name or media type. */
import { toBase64, toBase64Url, toHex } from '../../platform/bytes.ts';
import { digestOf } from '../../platform/crypto.ts';
import type { Json } from '../json/exact-json.ts';
import type { Operation } from '../model/contract.ts';
import { lettersOf } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredTypes } from '../model/schema-view.ts';

/** A file in a multipart form. */
export interface UploadedFile {
  /** The field that it is the value of. */
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface FileTrait {
  readonly kind: 'size' | 'digest' | 'name' | 'type';
  /** In words: `the bytes of the uploaded file`. */
  readonly description: string;
  /** What the property shows. */
  readonly value: Json;
  /** Whether it shows that. */
  isShown(shown: Json): boolean;
}

interface NamedProperty {
  readonly name: string;
  readonly schema: Schema;
}

/** Undefined where the property shows nothing of the file, or nothing certain. */
export function fileTrait(property: NamedProperty, file: UploadedFile, create: Operation): FileTrait | undefined {
  return (
    sizeTrait(property, file) ??
    digestTrait(property, file) ??
    nameTrait(property, file) ??
    typeTrait(property, file, create)
  );
}

/** Octets have no structure: images and documents may be stored in another form. */
export function isOctets(type: string): boolean {
  return /^application\/octet-stream$/i.test(type);
}

function sizeTrait({ name, schema }: NamedProperty, { type, content }: UploadedFile): FileTrait | undefined {
  const { description = '' } = schema;
  if (!isOctets(type) || !declaredTypes(schema).has('integer') || OF_SOMETHING_ELSE.test(description)) return undefined;
  const word = lettersOf(name);
  const isSize = SIZE_IN_BYTES.test(word) || (SIZE.test(word) && SIZE_STATED.test(description));
  if (!isSize) return undefined;
  const value = content.length;
  return { ...trait('size', value), description: 'the bytes of the uploaded file' };
}

const SIZE_IN_BYTES = /^(?:file|content)?(?:size(?:in)?bytes|bytesize|bytecount|lengthinbytes)$|^contentlength$/;
const SIZE = /^(?:file|content)?(?:bytes|size|length)$/;
const SIZE_STATED = /\b(?:size|length|bytes) of the (?:content|file|upload)|\bin bytes\b|\bnumber of bytes\b/i;
const OF_SOMETHING_ELSE =
  /\b(?:compress|encrypt|encod|total|quota|limit|maxim|remaining|used|stored|thumbnail|all (?:files|versions))/i;

/** In hexadecimal or Base64, also after the name of the algorithm. */
function digestTrait({ name, schema }: NamedProperty, { type, content }: UploadedFile): FileTrait | undefined {
  const [, algorithm] = DIGEST.exec(name.replaceAll(/[^a-z\d]/gi, '').toLowerCase()) ?? [];
  if (!isOctets(type) || algorithm === undefined || !declaredTypes(schema).has('string')) return undefined;
  if (OF_SOMETHING_ELSE.test(schema.description ?? '')) return undefined;
  const digest = digestOf(algorithm, content);
  if (digest === undefined) return undefined;
  const base64 = toBase64(digest);
  const spellings = [base64, base64.replace(/=+$/, ''), toBase64Url(digest)];
  const hex = toHex(digest);
  return {
    ...trait('digest', hex),
    description: 'the digest of the uploaded file',
    isShown: (shown) => {
      const text = String(shown).replace(/^\w+-?\d*[:=]/, '');
      return text.toLowerCase() === hex || spellings.includes(text);
    },
  };
}

const DIGEST = /^(?:file|content|checksum)?(sha256|sha1|sha512|md5)(?:sum|checksum|digest|hash|hex)?$/;

/** Implementations often choose a name of their own, unless the contract says that it is the client's. */
function nameTrait({ name, schema }: NamedProperty, file: UploadedFile): FileTrait | undefined {
  const { description = '' } = schema;
  const word = lettersOf(name);
  const isOriginal = /^(?:original(?:file)?name|clientfilename|uploadedfilename)$/.test(word);
  const isStated = /^(?:file)?name$/.test(word) && ORIGINAL_NAME.test(description);
  if (!declaredTypes(schema).has('string') || !(isOriginal || isStated) || CHANGED_NAME.test(description))
    return undefined;
  return { ...trait('name', file.name), description: 'the name of the uploaded file' };
}

const ORIGINAL_NAME =
  /\bas the (?:client|caller|user|browser) (?:named|called|sent|gave)\b|\boriginal (?:file ?)?name\b|\bname of the uploaded file\b|\bas it was (?:uploaded|sent)\b/i;
const CHANGED_NAME = /\b(?:normali[sz]|saniti[sz]|lower|upper|unique|safe|clean|slug|extension)/i;

/** Only where the record may show the types that the part may have, and no others: it may be converted otherwise. */
function typeTrait({ name, schema }: NamedProperty, file: UploadedFile, create: Operation): FileTrait | undefined {
  const { enum: shown = [] } = schema;
  const types = (create.requestBody?.content ?? []).flatMap(({ encoding }) => encoding?.get(file.field)?.types ?? []);
  const isSameSet = shown.length === types.length && types.every((one) => shown.includes(one));
  if (types.length < 2 || !isSameSet || !/type$/i.test(name)) return undefined;
  return { ...trait('type', file.type), description: 'the media type of the uploaded file' };
}

function trait(kind: FileTrait['kind'], value: Json): Omit<FileTrait, 'description'> {
  return { kind, value, isShown: (shown) => String(shown) === String(value) };
}
