import { splitPointer } from '../json/pointer.ts';
import type { Repair } from '../model/contract.ts';
import type { DuplicateKey, SourceFile } from '../source/source-file.ts';

/** Keys that an object has several times: the file was read with the last value of each. */
export function duplicateRepairs({ name }: SourceFile, duplicates: readonly DuplicateKey[] = []): readonly Repair[] {
  return duplicates.map(({ pointer, line, earlierLine }) => ({
    place: { file: name, pointer, line },
    what: `the key "${splitPointer(pointer).at(-1) ?? ''}", which line ${earlierLine} has too`,
    effect: 'the last one is read; remove or rename the others',
  }));
}
