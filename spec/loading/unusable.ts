/** A document that no contract can be made of, as far as a report of that needs one. */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import type { Contract } from '../model/contract.ts';
import { displayName, readSource, sourceUrl } from '../source/source.ts';

/** Its text and its name, and no operations; undefined where it cannot be read. */
export async function unusableDocument(source: string): Promise<Contract | undefined> {
  try {
    const url = await sourceUrl(source);
    return standIn(displayName(url), await readSource(url));
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

function standIn(file: string, text: string): Contract {
  return {
    file,
    sha256: createHash('sha256').update(text).digest('hex'),
    // What it says of itself may be what is wrong: whoever tells of it leaves this out.
    openapi: '3.1',
    title: file,
    version: '',
    place: { file, pointer: '', line: 1 },
    servers: [],
    operations: [],
    securitySchemes: [],
    document: {},
    sources: new Map([[file, text]]),
  };
}
