/** Files that differ in size and media type, so that lists can be sorted and filtered by what they show of them. */
import { isOctets } from '../../../../spec/resources/uploaded-files.ts';
import { hasSampleFile } from '../../../../spec/sampling/sample-files.ts';
import { fileType, sampleFile } from './multipart.ts';
import { concreteType, type FilesByField, type Form, type FormField } from './payload.ts';

/** Sorted as text they have another order. */
const SIZES = [10, 9, 20] as const;

/** Every third file has another of the declared media types. */
export function variedFiles({ fields }: Form, index: number): FilesByField {
  const files = fields.filter(({ isFile }) => isFile);
  return new Map(files.map((field) => [field.parameter.name, variedFile(field, index % SIZES.length)] as const));
}

function variedFile(field: FormField, index: number) {
  const [first = fileType(field), other] = sampledTypes(field);
  if (index === SIZES.length - 1 && other !== undefined) return sampleFile(other);
  const file = sampleFile(first);
  return isOctets(first) ? { ...file, content: octets(SIZES[index] ?? SIZES[0]) } : file;
}

/** The first media type, and the others that there are sample files of: an implementation may inspect the bytes. */
export function sampledTypes(field: FormField): readonly string[] {
  const first = fileType(field);
  const others = field.types.map((range) => concreteType({ range, schema: undefined })).filter(hasSampleFile);
  return [...new Set([first, ...others])];
}

function octets(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_none, index) => 0xc8 + index);
}
