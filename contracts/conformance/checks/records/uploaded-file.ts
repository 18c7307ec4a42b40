/** What a record shows of an uploaded file: its name, size, media type and digest, where the contract names them so. */
import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { BodyPath } from '../../../http/json-path.ts';
import type { UploadedFile } from '../../model/request-spec.ts';
import { isOctets } from '../../request/payload/varied-files.ts';
import { isEnvelopeName } from '../../stateful/model/envelopes.ts';

export interface FileDifference {
  readonly path: BodyPath;
  readonly schema: Schema;
  readonly expected: string;
  readonly received: Json;
}

/** A property that shows something of the file, and what it should show. */
interface FileProperty {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json;
}

interface Trait {
  readonly isAboutBytes: boolean;
  /** What the property should show, if it is about that and shows something else. */
  expectedOf(property: FileProperty, file: UploadedFile, types: readonly string[]): string | undefined;
}

/** `types`: the media types that the contract declares for the part. */
export function fileDifferences(
  body: Json,
  schema: Schema,
  { file, types }: { readonly file: UploadedFile; readonly types: readonly string[] },
): readonly FileDifference[] {
  const differences = objectsAbout(body, schema, file.field).flatMap(({ path, members }) =>
    members.flatMap((property) => {
      const { name, schema: declared, value } = property;
      const trait = traits.find(({ expectedOf }) => expectedOf(property, file, types) !== undefined);
      const expected = trait?.expectedOf(property, file, types);
      if (trait === undefined || expected === undefined) return [];
      return [{ path: [...path, name], schema: declared, expected, received: value, isAboutBytes: trait.isAboutBytes }];
    }),
  );
  // Other bytes have another size and another digest.
  const [first] = differences.filter(({ isAboutBytes }) => isAboutBytes);
  return differences.filter((one) => !one.isAboutBytes || one === first);
}

/** The types of the part, as the contract declares them; empty where it does not. */
export function declaredFileTypes({ requestBody }: Operation, { field }: UploadedFile): readonly string[] {
  return (requestBody?.content ?? []).flatMap(({ encoding }) => encoding?.get(field)?.types ?? []);
}

/** The record, in its envelope if there is one, and an object in it that is named after the part. */
function objectsAbout(body: Json, schema: Schema, field: string, path: BodyPath = []): readonly ObjectAboutFile[] {
  if (!isJsonObject(body)) return [];
  const { properties } = flattenSchema(schema);
  const members = Object.entries(body).flatMap(([name, value]): readonly FileProperty[] => {
    const declared = properties.get(name);
    return declared === undefined ? [] : [{ name, schema: declared, value }];
  });
  const inner = members.filter(({ name, value }) => isJsonObject(value) && (isEnvelopeName(name) || name === field));
  return [
    { path, members },
    ...(path.length > 1 ? [] : inner.flatMap((one) => objectsAbout(one.value, one.schema, field, [...path, one.name]))),
  ];
}

interface ObjectAboutFile {
  readonly path: BodyPath;
  readonly members: readonly FileProperty[];
}

const traits: readonly Trait[] = [
  { isAboutBytes: true, expectedOf: expectedSize },
  { isAboutBytes: true, expectedOf: expectedDigest },
  { isAboutBytes: false, expectedOf: expectedName },
  { isAboutBytes: false, expectedOf: expectedType },
];

/** Images and documents may be stored in another form; octets cannot. */
function expectedSize({ name, schema, value }: FileProperty, { type, content }: UploadedFile): string | undefined {
  if (!isOctets(type) || (typeof value !== 'number' && typeof value !== 'bigint')) return undefined;
  const { types, description = '' } = flattenSchema(schema);
  if (types?.has('integer') !== true || OF_SOMETHING_ELSE.test(description)) return undefined;
  const word = lettersOf(name);
  const isSize = SIZE_IN_BYTES.test(word) || (SIZE.test(word) && SIZE_STATED.test(`${word} ${description}`));
  return !isSize || Number(value) === content.length ? undefined : `${content.length}, the bytes of the uploaded file`;
}

const SIZE_IN_BYTES = /^(?:file|content)?(?:size(?:in)?bytes|bytesize|bytecount|lengthinbytes)$|^contentlength$/;
const SIZE = /^(?:file|content)?(?:bytes|size|length)$/;
const SIZE_STATED = /\b(?:size|length|bytes) of the (?:content|file|upload)|\bin bytes\b|\bnumber of bytes\b/i;
const OF_SOMETHING_ELSE =
  /\b(?:compress|encrypt|encod|total|quota|limit|maxim|remaining|used|stored|thumbnail|all (?:files|versions))/i;

/** In hexadecimal or Base64, also after the name of the algorithm. */
function expectedDigest({ name, schema, value }: FileProperty, { type, content }: UploadedFile): string | undefined {
  const [, algorithm] =
    /^(?:file|content|checksum)?(sha256|sha1|sha512|md5)(?:sum|checksum|digest|hash|hex)?$/.exec(
      lettersAndDigitsOf(name),
    ) ?? [];
  if (!isOctets(type) || typeof value !== 'string' || algorithm === undefined) return undefined;
  if (OF_SOMETHING_ELSE.test(flattenSchema(schema).description ?? '')) return undefined;
  const digest = createHash(algorithm).update(content).digest();
  const shown = value.replace(/^\w+-?\d*[:=]/, '');
  const spellings = [
    digest.toString('base64'),
    digest.toString('base64').replace(/=+$/, ''),
    digest.toString('base64url'),
  ];
  const isSame = shown.toLowerCase() === digest.toString('hex') || spellings.includes(shown);
  return isSame ? undefined : `"${digest.toString('hex')}", the digest of the uploaded file`;
}

/** Implementations often choose a name of their own, unless the contract says that it is the client's. */
function expectedName({ name, schema, value }: FileProperty, file: UploadedFile): string | undefined {
  const { description = '' } = flattenSchema(schema);
  const word = lettersOf(name);
  const isOriginal = /^(?:original(?:file)?name|clientfilename|uploadedfilename)$/.test(word);
  const isStated = /^(?:file)?name$/.test(word) && ORIGINAL_NAME.test(description);
  if (typeof value !== 'string' || !(isOriginal || isStated) || CHANGED_NAME.test(description)) return undefined;
  return value === file.name ? undefined : `"${file.name}", the name of the uploaded file`;
}

const ORIGINAL_NAME =
  /\bas the (?:client|caller|user|browser) (?:named|called|sent|gave)\b|\boriginal (?:file ?)?name\b|\bname of the uploaded file\b|\bas it was (?:uploaded|sent)\b/i;
const CHANGED_NAME = /\b(?:normali[sz]|saniti[sz]|lower|upper|unique|safe|clean|slug|extension)/i;

/** Only where the record may show the types that the part may have, and no others: it may be converted otherwise. */
function expectedType(
  { name, schema, value }: FileProperty,
  { type }: UploadedFile,
  types: readonly string[],
): string | undefined {
  const { enum: shown = [] } = flattenSchema(schema);
  const isSameSet = shown.length === types.length && types.every((one) => shown.includes(one));
  if (typeof value !== 'string' || types.length < 2 || !isSameSet || !/type$/i.test(name)) return undefined;
  return value.toLowerCase() === type ? undefined : `"${type}", the media type of the uploaded file`;
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

function lettersAndDigitsOf(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}
